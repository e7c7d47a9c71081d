import { createHash } from 'node:crypto';
import { receiveCallback } from '@tillgate/domain/callbacks';
import type { Deps } from '../deps.ts';
import type { Routes } from '../routes-type.ts';
import { acknowledgement, rawHook } from './raw-hook.ts';

/** Where the provider posts the result of a secured operation, and where it says that it gave up waiting for one. */
export function resultHook(app: Routes, deps: Deps): void {
  const paths = [
    { path: '/result-hook/:token', kind: 'result' },
    { path: '/timeout-hook/:token', kind: 'queue_timeout' },
  ] as const;
  for (const { path, kind } of paths) {
    rawHook(app, deps, path, async ({ token, body, remoteIp }) => {
      await receiveCallback(deps.context, { kind, token, body: kept[kind](body), remoteIp });
      return acknowledgement;
    });
  }
}

/** The name as one word: nested in a string, in a form, in XML. A sentence about a security credential is none. */
const anyCredential = /security[_-]?credential/i;
const credential = /("SecurityCredential"\s*:\s*")(?:[^"\\]|\\.)*/gi;

/** A timeout may bring our own request back, with the credential that moves money: that is not for keeping. */
function withoutCredential(body: Buffer): Buffer {
  // Latin-1 has a character for every byte, so that all others stay as they came.
  return Buffer.from(body.toString('latin1').replace(credential, '$1(removed)'), 'latin1');
}

/** What a timeout says is not used: with a credential in a form that we do not know, only that it came is kept. */
function timeoutWithoutCredential(body: Buffer): Buffer {
  const clean = withoutCredential(body);
  const rest = clean.toString('latin1').replaceAll(/"SecurityCredential"\s*:\s*"\(removed\)"/gi, '');
  if (!anyCredential.test(rest)) return clean;
  const sha256 = createHash('sha256').update(body).digest('hex');
  return Buffer.from(JSON.stringify({ removed: 'a body with a security credential', sha256 }));
}

/** A result is never dropped, whatever stands in it: it settles money. */
const kept = { result: withoutCredential, queue_timeout: timeoutWithoutCredential };
