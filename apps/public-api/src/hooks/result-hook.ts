import { createHash } from 'node:crypto';
import { receiveCallback } from '@tillgate/domain/inbox';
import type { Deps } from '../deps.ts';
import type { Routes } from '../routes-type.ts';
import { acknowledgement, rawHook } from './raw-hook.ts';

/** Receives the results of secured operations, and the provider's notices of queue timeouts. */
export function resultHook(app: Routes, deps: Deps): void {
  const paths = [
    { path: '/result-hook/:token', kind: 'result' },
    { path: '/timeout-hook/:token', kind: 'queue_timeout' },
  ] as const;
  for (const { path, kind } of paths) {
    rawHook(app, path, async ({ token, body, remoteIp }) => {
      await receiveCallback(deps.context, { kind, token, body: kept[kind](body), remoteIp });
      return acknowledgement;
    });
  }
}

/** The field name as one word, also inside a string, a form or XML. A sentence about credentials does not match. */
const anyCredential = /security[_-]?credential/i;
const credential = /("SecurityCredential"\s*:\s*")(?:[^"\\]|\\.)*/gi;

/** A timeout can contain our own request, with the credential that moves money. The credential must not be stored. */
function withoutCredential(body: Buffer): Buffer {
  // Latin-1 has a character for every byte, so all other bytes stay unchanged.
  return Buffer.from(body.toString('latin1').replace(credential, '$1(removed)'), 'latin1');
}

/** The content of a timeout is not used. With a credential in an unknown form, only the hash of the body is kept. */
function timeoutWithoutCredential(body: Buffer): Buffer {
  const clean = withoutCredential(body);
  const rest = clean.toString('latin1').replaceAll(/"SecurityCredential"\s*:\s*"\(removed\)"/gi, '');
  if (!anyCredential.test(rest)) return clean;
  const sha256 = createHash('sha256').update(body).digest('hex');
  return Buffer.from(JSON.stringify({ removed: 'a body with a security credential', sha256 }));
}

/** A result is always stored, because it settles money. */
const kept = { result: withoutCredential, queue_timeout: timeoutWithoutCredential };
