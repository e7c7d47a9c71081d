import type { Outcome, RailFact } from '@tillgate/domain';
import { type Meaning, meaningOf } from './codes.ts';
import type { Said } from './said.ts';

/** What was asked for, and so what the letters of its state can mean. */
export type Product = 'prompt' | 'payout' | 'refund';

export type Judged =
  /** The letters of its state were told. */
  | { kind: 'told'; fact: RailFact }
  /** The request was taken: its end is not known. */
  | { kind: 'taken' }
  /** It is certain that nothing was done. */
  | { kind: 'refused'; code: string; text: string }
  | { kind: 'used_id'; code: string; text: string }
  | { kind: 'unknown_id'; code: string; text: string }
  /** It proves nothing. `code` is empty when it has none. */
  | { kind: 'unproven'; code: string; text: string };

/** The letters that end something. All others, also those that no document has, are open. */
const finalLetters: Record<Product, ReadonlyMap<string, Outcome>> = {
  prompt: new Map([
    ['TS', 'success'],
    ['TF', 'failed'],
    ['TE', 'failed'],
  ]),
  payout: new Map([
    ['TS', 'success'],
    ['TF', 'failed'],
  ]),
  refund: new Map([
    ['TS', 'success'],
    ['TR', 'success'],
    ['TF', 'failed'],
  ]),
};
/** In the answer to a call, it says that the request was taken. It is no state. */
const takenWord = 'SUCCESS';
/** A failure has none of these as its reason: they say something else. */
const noReasons: ReadonlySet<Meaning | undefined> = new Set<Meaning>(['success', 'in_process', 'open']);

/**
 * Judges what Airtel Money said: the answer to a call, the answer to a question, or a notice. Pure. The letters of a state
 * decide. A code decides only without them, and never what it costs to be wrong about: the HTTP status proves nothing.
 */
export function judge(said: Said, product: Product): Judged {
  const meanings = said.codes.map((code) => meaningOf(code, said.text));
  const codeThatMeans = (meaning: Meaning) => said.codes[meanings.indexOf(meaning)];
  const code = said.codes[0] ?? '';
  const text = said.text;
  const usedId = codeThatMeans('used_id');
  if (usedId !== undefined) return { kind: 'used_id', code: usedId, text };
  if (said.statusCode === 429 && code === '') return { kind: 'refused', code: 'http_429', text };
  if (saysTaken(said, meanings, ['in_process'])) return { kind: 'taken' };
  if (product === 'refund' && saysTaken(said, meanings, ['in_process', 'success'])) {
    return { kind: 'told', fact: factOf({ ...said, letters: 'TS' }, product, undefined) };
  }
  if (said.letters !== '' && said.letters !== takenWord && isSuccessStatus(said)) {
    return { kind: 'told', fact: factOf(said, product, meanings[0]) };
  }
  if (said.letters === '') {
    const unknownId = codeThatMeans('unknown_id');
    if (unknownId !== undefined && said.success !== true && !isFault(said))
      return { kind: 'unknown_id', code: unknownId, text };
    const refused = codeThatMeans('refused');
    if (refused !== undefined && saysNo(said, meanings)) return { kind: 'refused', code: refused, text };
  }
  if (said.statusCode === 401 && code === '') return { kind: 'refused', code: 'http_401', text };
  return { kind: 'unproven', code, text };
}

/** `SUCCESS` alone counts for nothing: it needs `success: true` and a code that says the same. */
function saysTaken(said: Said, meanings: readonly (Meaning | undefined)[], agreeing: readonly Meaning[]): boolean {
  const isTakenLetter = said.letters === '' || said.letters === takenWord;
  return isTakenLetter && isSuccessStatus(said) && said.success === true && isAll(meanings, agreeing);
}

/** Every code has to agree, and one that is not known agrees with nothing. A fault of the network refuses nothing. */
function saysNo({ success, statusCode }: Said, meanings: readonly (Meaning | undefined)[]): boolean {
  const status = statusCode ?? 0;
  const isNo = success === false || (success === null && status >= 400);
  return isNo && !isFault({ statusCode }) && isAll(meanings, ['refused', 'failed']);
}

/** A fault of the network itself. */
function isFault({ statusCode }: Pick<Said, 'statusCode'>): boolean {
  return statusCode !== null && statusCode >= 500;
}

function isAll(meanings: readonly (Meaning | undefined)[], allowed: readonly Meaning[]): boolean {
  return meanings.length > 0 && meanings.every((meaning) => meaning !== undefined && allowed.includes(meaning));
}

/** A notice has no status, and counts as an answer of 2xx. */
function isSuccessStatus({ statusCode }: Said): boolean {
  return statusCode === null || (statusCode >= 200 && statusCode < 300);
}

function factOf(said: Said, product: Product, meaning: Meaning | undefined): RailFact {
  const { letters, codes, text, receipt, referenceId } = said;
  const outcome = finalLetters[product].get(letters) ?? 'open';
  const about = { outcome, text, receipt: null, amount: null };
  if (outcome === 'success') return { ...about, code: '0', receipt: referenceId ?? receipt };
  const code = codes[0] ?? letters;
  const isReason = outcome === 'open' || !(noReasons.has(meaning) || /^0+$/.test(code));
  return { ...about, code: isReason ? code : letters };
}
