import type { PromptState } from '@tillgate/domain';
import { callAsAccount } from '../kit/call-as-account.ts';
import { deadlineIn } from '../kit/deadline.ts';
import { excerptOf } from '../kit/excerpt.ts';
import type { HttpAnswer } from '../kit/http.ts';
import { joinPresent } from '../kit/json.ts';
import { safeText } from '../kit/safe-text.ts';
import type { AirtelAccount } from './account.ts';
import { type AirtelConnection, questionTimeoutMaxMs } from './connection.ts';
import { placeHeaders } from './headers.ts';
import { judge, type Product } from './judge.ts';
import { safeFact } from './safe-fact.ts';
import { saidIn } from './said.ts';

/** Asks by GET, within ten seconds, token included. Never throws. Returns the answer, or why there is none. */
export async function ask(connection: AirtelConnection, account: AirtelAccount, path: string) {
  const deadline = deadlineIn(Math.min(connection.timeoutMs, questionTimeoutMaxMs));
  const call = { method: 'GET', path, headers: placeHeaders } as const;
  const { answer, secrets } = await callAsAccount(connection, account, call, deadline);
  return { answer: answer.kind === 'failed' ? noAnswer(answer.description) : answer, secrets };
}

/** Asks for the state of a transaction by our id. Never throws. */
export async function askAbout(
  connection: AirtelConnection,
  account: AirtelAccount,
  { path, product, id }: { path: string; product: Product; id: string },
): Promise<PromptState> {
  const { answer, secrets } = await ask(connection, account, path);
  const asked = classifyAsked(answer, product, id);
  switch (asked.kind) {
    case 'told':
      return { ...asked, fact: safeFact(asked.fact, secrets) };
    case 'not_found':
      return { ...asked, text: safeText(asked.text, secrets) };
    case 'no_answer':
      return { ...asked, cause: safeText(asked.cause, secrets) };
  }
}

/** Classifies the answer to a question about a transaction. Pure. Only the letters of its state settle anything. */
export function classifyAsked(answer: HttpAnswer, product: Product, id: string): PromptState {
  if (answer.kind !== 'answered') return { kind: 'no_answer', cause: answer.cause };
  const said = saidIn(answer);
  if (said.id !== undefined && said.id !== id) {
    return { kind: 'no_answer', cause: 'the answer is about another transaction' };
  }
  const judged = judge(said, product);
  if (judged.kind === 'told') return judged;
  if (judged.kind === 'unknown_id') return { kind: 'not_found', code: judged.code, text: judged.text };
  const words = said.text || excerptOf(answer);
  const [code] = said.codes;
  return { kind: 'no_answer', cause: joinPresent([`HTTP ${answer.statusCode} without a state`, code, words]) };
}

/** The answer of a question that was not sent, or that got nothing back. */
export function noAnswer(cause: string): HttpAnswer & { kind: 'no_answer' } {
  return { kind: 'no_answer', cause };
}
