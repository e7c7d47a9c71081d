import {
  type Checked,
  isCallbackUrl,
  isOptionalText,
  isTextBetween,
  isWholeBetween,
  msisdnPattern,
  shortcodePattern,
  textOf,
} from '../field-checks.ts';
import type { Operation } from './scenario.ts';

type Body = Record<string, unknown>;

/** The fields of a valid request. Amounts in whole KES. Fields that the operation does not have are null. */
export type SecuredRequest = {
  operation: Operation;
  initiator: string;
  securityCredential: string;
  commandId: string;
  shortcode: string;
  identifierType: string | null;
  amount: number | null;
  phone: string | null;
  transactionId: string | null;
  originalConversationId: string | null;
  /** The caller's own id. Only payouts have one. */
  originatorConversationId: string | null;
  remarks: string;
  occasion: string;
  resultUrl: string;
  timeoutUrl: string;
};

const amountMin = 1;
const amountMax = 999_999_999;
const remarksLengthMin = 2;
const remarksLengthMax = 100;
const occasionLengthMax = 100;
const nameLengthMax = 100;
const idLengthMax = 100;
const payoutCommands: readonly string[] = ['SalaryPayment', 'BusinessPayment', 'PromotionPayment'];
const identifierTypes: readonly string[] = ['1', '2', '4'];
/** Digits that may be a phone number. The core rejects a wrong number, not the gateway. */
const phoneLikePattern = /^\d{9,13}$/;
const base64Pattern = /^[A-Za-z0-9+/]+={0,2}$/;

/** True for strict base64 that decodes to one of the lengths in `credentialBytes`. */
const isCredential = (text: string, credentialBytes: readonly number[]): boolean => {
  if (!base64Pattern.test(text)) return false;
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text && credentialBytes.includes(bytes.length);
};

/** Returns the name of the first invalid field among those that every operation starts with, or null. */
const invalidCommon = (body: Body, initiatorField: string, credentialBytes: readonly number[]): string | null => {
  if (!isTextBetween(body[initiatorField], 1, nameLengthMax)) return initiatorField;
  return isCredential(textOf(body.SecurityCredential), credentialBytes) ? null : 'SecurityCredential';
};

const invalidTail = (body: Body, occasionField: string | null): string | null => {
  if (!isTextBetween(body.Remarks, remarksLengthMin, remarksLengthMax)) return 'Remarks';
  if (!isCallbackUrl(textOf(body.QueueTimeOutURL))) return 'QueueTimeOutURL';
  if (!isCallbackUrl(textOf(body.ResultURL))) return 'ResultURL';
  return occasionField === null || isOptionalText(body[occasionField], occasionLengthMax) ? null : occasionField;
};

const requestOf = (
  operation: Operation,
  body: Body,
  fields: Partial<SecuredRequest> & { initiator: string; shortcode: string },
): SecuredRequest => ({
  operation,
  securityCredential: textOf(body.SecurityCredential),
  commandId: textOf(body.CommandID),
  identifierType: null,
  amount: null,
  phone: null,
  transactionId: null,
  originalConversationId: null,
  originatorConversationId: null,
  remarks: textOf(body.Remarks),
  occasion: '',
  resultUrl: textOf(body.ResultURL),
  timeoutUrl: textOf(body.QueueTimeOutURL),
  ...fields,
});

export type CheckSecured = (body: Body, credentialBytes: readonly number[]) => Checked<SecuredRequest>;

/** Checks a payout. Only this operation has the spellings InitiatorName and Occassion. */
export const checkPayout: CheckSecured = (body, credentialBytes) => {
  const text = (name: string): string => textOf(body[name]);
  const isId = isTextBetween(text('OriginatorConversationID'), 1, idLengthMax);
  if (!isId) return { invalid: 'OriginatorConversationID' };
  const common = invalidCommon(body, 'InitiatorName', credentialBytes);
  if (common !== null) return { invalid: common };
  if (!payoutCommands.includes(text('CommandID'))) return { invalid: 'CommandID' };
  if (!isWholeBetween(text('Amount'), amountMin, amountMax)) return { invalid: 'Amount' };
  if (!shortcodePattern.test(text('PartyA'))) return { invalid: 'PartyA' };
  if (!phoneLikePattern.test(text('PartyB'))) return { invalid: 'PartyB' };
  const tail = invalidTail(body, 'Occassion');
  if (tail !== null) return { invalid: tail };
  return {
    fields: requestOf('payout', body, {
      initiator: text('InitiatorName'),
      originatorConversationId: text('OriginatorConversationID'),
      shortcode: text('PartyA'),
      phone: text('PartyB'),
      amount: Number(text('Amount')),
      occasion: text('Occassion'),
    }),
  };
};

/** Checks a reversal. The provider misspells RecieverIdentifierType, whose only value is 11. */
export const checkReversal: CheckSecured = (body, credentialBytes) => {
  const text = (name: string): string => textOf(body[name]);
  const common = invalidCommon(body, 'Initiator', credentialBytes);
  if (common !== null) return { invalid: common };
  if (text('CommandID') !== 'TransactionReversal') return { invalid: 'CommandID' };
  if (!isTextBetween(text('TransactionID'), 1, idLengthMax)) return { invalid: 'TransactionID' };
  if (!isWholeBetween(text('Amount'), amountMin, amountMax)) return { invalid: 'Amount' };
  if (!shortcodePattern.test(text('ReceiverParty'))) return { invalid: 'ReceiverParty' };
  if (text('RecieverIdentifierType') !== '11') return { invalid: 'RecieverIdentifierType' };
  const tail = invalidTail(body, 'Occasion');
  if (tail !== null) return { invalid: tail };
  return {
    fields: requestOf('reversal', body, {
      initiator: text('Initiator'),
      shortcode: text('ReceiverParty'),
      identifierType: '11',
      transactionId: text('TransactionID'),
      amount: Number(text('Amount')),
      occasion: text('Occasion'),
    }),
  };
};

/** Checks a status inquiry by TransactionID or OriginalConversationID. TransactionID wins when both are present. */
export const checkStatus: CheckSecured = (body, credentialBytes) => {
  const text = (name: string): string => textOf(body[name]);
  const common = invalidCommon(body, 'Initiator', credentialBytes);
  if (common !== null) return { invalid: common };
  if (text('CommandID') !== 'TransactionStatusQuery') return { invalid: 'CommandID' };
  const transactionId = text('TransactionID');
  const originalConversationId = text('OriginalConversationID');
  if (transactionId.length > idLengthMax || (transactionId === '' && originalConversationId === '')) {
    return { invalid: 'TransactionID' };
  }
  if (originalConversationId.length > idLengthMax) return { invalid: 'OriginalConversationID' };
  if (!shortcodePattern.test(text('PartyA')) && !msisdnPattern.test(text('PartyA'))) return { invalid: 'PartyA' };
  if (!identifierTypes.includes(text('IdentifierType'))) return { invalid: 'IdentifierType' };
  const tail = invalidTail(body, 'Occasion');
  if (tail !== null) return { invalid: tail };
  return {
    fields: requestOf('status', body, {
      initiator: text('Initiator'),
      shortcode: text('PartyA'),
      identifierType: text('IdentifierType'),
      transactionId: transactionId === '' ? null : transactionId,
      originalConversationId: originalConversationId === '' ? null : originalConversationId,
      occasion: text('Occasion'),
    }),
  };
};

/** Checks a balance inquiry. */
export const checkBalance: CheckSecured = (body, credentialBytes) => {
  const text = (name: string): string => textOf(body[name]);
  const common = invalidCommon(body, 'Initiator', credentialBytes);
  if (common !== null) return { invalid: common };
  if (text('CommandID') !== 'AccountBalance') return { invalid: 'CommandID' };
  if (!shortcodePattern.test(text('PartyA'))) return { invalid: 'PartyA' };
  if (!identifierTypes.includes(text('IdentifierType'))) return { invalid: 'IdentifierType' };
  const tail = invalidTail(body, null);
  if (tail !== null) return { invalid: tail };
  return {
    fields: requestOf('balance', body, {
      initiator: text('Initiator'),
      shortcode: text('PartyA'),
      identifierType: text('IdentifierType'),
    }),
  };
};
