import { createHmac } from 'node:crypto';
import { quote } from '../literals.ts';
import type { Collection, CollectionOutcome } from './collections.ts';
import type { NoticeBehaviour } from './scenario.ts';

/** A notice to post. `signature` says what its hash is when the portal has a key. */
export type Notice = {
  statusCode: 'TS' | 'TF';
  message: string;
  receipt: string | null;
  signature: 'right' | 'wrong' | 'none';
};

const wrongKeySuffix = ' of somebody else';

/**
 * The notices of an outcome in the order in which they are posted. Their status is only TS or TF, also where an enquiry
 * says TE (fact 6).
 */
export const noticesOf = (outcome: CollectionOutcome, behaviour: NoticeBehaviour): Notice[] => {
  const { letters, message, receipt, isTold } = outcome;
  if (behaviour === 'none' || !isTold) return [];
  const statusCode = letters === 'TS' ? 'TS' : 'TF';
  const truth: Notice = { statusCode, message, receipt, signature: 'right' };
  switch (behaviour) {
    case 'twice':
      return [truth, truth];
    case 'unsigned':
      return [{ ...truth, signature: 'none' }];
    case 'wrong_hash':
      return [{ ...truth, signature: 'wrong' }];
    case 'failed_first':
      return [{ statusCode: 'TF', message: 'Transaction failed', receipt: null, signature: 'right' }, truth];
    default:
      return [truth];
  }
};

/**
 * The exact JSON of a notice. The hash is HMAC-SHA256 in base64 over the bytes of the `transaction` member, which are
 * also what JSON.stringify makes of it, so both readings of fact 6 agree. There is no amount, phone or reference.
 *
 * @param key the application's key; null leaves the hash out
 */
export const renderNotice = (id: string, notice: Notice, key: string | null): string => {
  const receipt = notice.receipt === null ? '' : `,"airtel_money_id":${quote(notice.receipt)}`;
  const { statusCode, message, signature } = notice;
  const transaction = `{"id":${quote(id)},"message":${quote(message)},"status_code":"${statusCode}"${receipt}}`;
  if (key === null || signature === 'none') return `{"transaction":${transaction}}`;
  const usedKey = signature === 'right' ? key : `${key}${wrongKeySuffix}`;
  const hash = createHmac('sha256', usedKey).update(transaction).digest('base64');
  return `{"transaction":${transaction},"hash":${quote(hash)}}`;
};

/** What a notice about a payment says in words. Amount in whole KES. */
export const paidMessage = ({ amount, clientId }: Collection, receipt: string): string =>
  `Paid KES ${amount} to ${clientId} Trans ID ${receipt}.`;
