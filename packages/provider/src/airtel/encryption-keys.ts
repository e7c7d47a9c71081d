import type { KeyObject } from 'node:crypto';
import { rejected, unreachable } from '../kit/answers.ts';
import { callAsAccount } from '../kit/call-as-account.ts';
import type { Deadline } from '../kit/deadline.ts';
import { excerptOf } from '../kit/excerpt.ts';
import type { HttpAnswer } from '../kit/http.ts';
import { asObject, field, joinPresent } from '../kit/json.ts';
import { safeText } from '../kit/safe-text.ts';
import type { AirtelAccount } from './account.ts';
import type { AirtelConnection } from './connection.ts';
import { placeHeaders } from './headers.ts';
import { judge } from './judge.ts';
import { encryptFor, readPublicKey } from './rsa.ts';
import { saidIn } from './said.ts';

/** A key expires at a time whose form is not documented. So it is fetched again after this time, and after a mismatch. */
const cacheMs = 10 * 60_000;
const accountsMax = 1_000;
/** What the key has to encrypt of a signed message: a key, a colon and an IV, in base64. */
const sealedLength = 69;

type KeyAnswer = { kind: 'key'; key: KeyObject } | { kind: 'failed'; outcome: ReturnType<typeof rejected> };

/** The network's public keys that sign messages, kept for a while for each account. */
export type EncryptionKeys = {
  /** Returns the key, from the network if need be. After `failed`, nothing was done. Never throws. */
  obtain(connection: AirtelConnection, account: AirtelAccount, deadline: Deadline): Promise<KeyAnswer>;
  /** Forgets a key that the network no longer understands. */
  forget(account: AirtelAccount): void;
};

export function createEncryptionKeys(): EncryptionKeys {
  const kept = new Map<string, { key: KeyObject; untilMs: number }>();
  const nameOf = ({ environment, clientId }: AirtelAccount) => `${environment}:${clientId}`;
  return {
    obtain: async (connection, account, deadline) => {
      const nowMs = connection.clock.now().getTime();
      const known = kept.get(nameOf(account));
      if (known !== undefined && known.untilMs > nowMs) return { kind: 'key', key: known.key };
      const answer = await fetchKey(connection, account, deadline);
      if (answer.kind === 'failed') return answer;
      kept.delete(nameOf(account));
      kept.set(nameOf(account), { key: answer.key, untilMs: nowMs + cacheMs });
      const [oldest] = kept.keys();
      if (kept.size > accountsMax && oldest !== undefined) kept.delete(oldest);
      return answer;
    },
    forget: (account) => void kept.delete(nameOf(account)),
  };
}

async function fetchKey(connection: AirtelConnection, account: AirtelAccount, deadline: Deadline): Promise<KeyAnswer> {
  const call = { method: 'GET', path: '/v1/rsa/encryption-keys', headers: placeHeaders } as const;
  const { answer, secrets } = await callAsAccount(connection, account, call, deadline);
  if (answer.kind === 'failed') {
    const { code, description } = answer;
    return failed(code === 'token_refused' ? rejected(code, description) : unreachable(code, description));
  }
  const read = classifyKey(answer);
  if (read.kind === 'key') return read;
  const { outcome } = read;
  connection.log.warn(
    { ...connection.aboutOf(account), code: outcome.kind === 'rejected' ? outcome.code : undefined },
    'The provider gave no encryption key.',
  );
  if (outcome.kind !== 'rejected') return read;
  return failed({ ...outcome, description: safeText(outcome.description, secrets) });
}

/** Reads the key from an answer. Pure. A key that cannot sign a message is none. */
export function classifyKey(answer: HttpAnswer): KeyAnswer {
  if (answer.kind !== 'answered') return failed(noKey(answer.cause));
  const text = field(asObject(field(answer.json, 'data')), 'key');
  const key = typeof text === 'string' ? readPublicKey(text) : undefined;
  if (key !== undefined && encryptFor(key, 'x'.repeat(sealedLength)) !== undefined) return { kind: 'key', key };
  const judged = judge(saidIn(answer), 'prompt');
  if (judged.kind === 'refused') return failed(rejected(judged.code, judged.text || excerptOf(answer)));
  return failed(noKey(joinPresent([`HTTP ${answer.statusCode}`, excerptOf(answer)])));
}

function noKey(cause: string) {
  return unreachable('key_unavailable', `The provider gave no key to sign with (${cause}).`);
}

function failed(outcome: ReturnType<typeof rejected>): KeyAnswer {
  return { kind: 'failed', outcome };
}
