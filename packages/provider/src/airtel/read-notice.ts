import type { Notice, RailFact } from '@tillgate/domain';
import { objectInBody } from '../kit/body.ts';
import { asObject, field, plainText } from '../kit/json.ts';
import { judge } from './judge.ts';
import { proofOf } from './notice-hash.ts';
import { type Said, saidInNotice } from './said.ts';

const hashLengthMax = 255;

/**
 * Reads a notice: what the network posts to the one URL that its portal has. Pure; never throws. Only a success whose hash
 * is right is a word. A failure is a hint even when it is signed, because the network may post one and succeed later.
 *
 * @param callbackKey the key of the portal; null when notices are not signed: then each is a hint
 */
export function readNotice(body: Uint8Array, callbackKey: string | null): Notice {
  const read = objectInBody(body);
  if (!read.ok) return { kind: 'unreadable', problem: read.reason };
  const transaction = asObject(field(read.value, 'transaction'));
  if (transaction === undefined) return { kind: 'unreadable', problem: 'The body has no transaction.' };
  const said = saidInNotice(transaction);
  if (said.id === undefined) return { kind: 'unreadable', problem: 'The notice has no readable id.' };
  const fact = factIn(said);
  const hash = plainText(field(read.value, 'hash'), hashLengthMax);
  const proof = proofOf({ body, transaction, hash }, callbackKey);
  const isWord = fact.outcome === 'success' && (proof === 'raw' || proof === 'serialized');
  return { kind: 'read', id: said.id, trust: isWord ? 'word' : 'hint', proof, fact };
}

/** Without letters, a notice says that something happened, and not what. */
function factIn(said: Said): RailFact {
  const judged = judge(said, 'prompt');
  if (judged.kind === 'told') return judged.fact;
  return { outcome: 'open', code: said.letters, text: said.text, receipt: null, amount: null };
}
