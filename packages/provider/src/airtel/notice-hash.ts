import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NoticeProof } from '@tillgate/domain';
import { bodyText } from '../kit/body.ts';
import { type JsonObject, parseObject } from '../kit/json.ts';
import { rawMember } from '../kit/raw-member.ts';

type SignedNotice = {
  /** As it came. */
  body: Uint8Array;
  /** Its member `transaction`, which the fact is read from. */
  transaction: JsonObject;
  /** Its member `hash`. */
  hash: string;
};

/**
 * Says what the hash is right for. It is HMAC-SHA256, in base64, of the transaction. Nobody documents over which bytes:
 * those that came, or the transaction written again. Either counts. Takes the same time for a right and a wrong hash. Pure.
 */
export function proofOf({ body, transaction, hash }: SignedNotice, key: string | null): NoticeProof {
  if (key === null || key === '' || hash === '') return 'none';
  const given = Buffer.from(hash, 'base64');
  const written = JSON.stringify(transaction);
  const raw = rawMember(bodyText(body, 'latin1'), 'transaction');
  const bytes = raw === undefined ? undefined : Buffer.from(raw, 'latin1');
  // Two members of one name could be signed as one and read as the other.
  const isSame = bytes !== undefined && JSON.stringify(parseObject(bytes.toString('utf8'))) === written;
  const asCame = isSame && isHashOf(given, key, bytes);
  const asWritten = isHashOf(given, key, Buffer.from(written));
  if (asCame) return 'raw';
  return asWritten ? 'serialized' : 'wrong';
}

function isHashOf(given: Buffer, key: string, bytes: Buffer): boolean {
  const expected = createHmac('sha256', key).update(bytes).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}
