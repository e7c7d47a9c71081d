import type { AccountBalance } from '@tillgate/domain';
import { amountText } from '../kit/amount-text.ts';
import { excerptOf } from '../kit/excerpt.ts';
import type { HttpAnswer } from '../kit/http.ts';
import { asObject, field, joinPresent } from '../kit/json.ts';
import { safeText } from '../kit/safe-text.ts';
import type { AirtelAccount } from './account.ts';
import type { Answer } from './answers.ts';
import { ask } from './ask.ts';
import type { AirtelConnection } from './connection.ts';
import { currency } from './headers.ts';
import { saidIn } from './said.ts';

const accountName = 'Airtel Money';
const groupedPattern = /^\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,4})?$/;

/** Asks for the balance of the wallet that collects. Takes at most ten seconds, including the token. Never throws. */
export async function askBalance(
  connection: AirtelConnection,
  account: AirtelAccount,
): Promise<Answer<AccountBalance[]>> {
  const { answer, secrets } = await ask(connection, account, '/standard/v1/users/balance');
  const balance = classifyBalance(answer);
  return balance.kind === 'told' ? balance : { ...balance, cause: safeText(balance.cause, secrets) };
}

/** Reads the balance from an answer. Pure. Another currency, or a sum that is not plain, is no answer. */
export function classifyBalance(answer: HttpAnswer): Answer<AccountBalance[]> {
  if (answer.kind !== 'answered') return { kind: 'no_answer', cause: answer.cause };
  const said = saidIn(answer);
  const data = asObject(field(answer.json, 'data'));
  const available = balanceText(field(data, 'balance'));
  const isOurs = field(data, 'currency') === currency;
  if (said.success !== true || !isOurs || available === null || answer.statusCode >= 300) {
    const words = said.text || excerptOf(answer);
    return {
      kind: 'no_answer',
      cause: joinPresent([`HTTP ${answer.statusCode} without a balance`, said.codes[0], words]),
    };
  }
  const others = { current: null, reserved: null, uncleared: null };
  return { kind: 'told', answer: [{ name: accountName, currency, available, ...others }] };
}

/** `37,600.00` as `37600`: commas in the places of thousands are left out. Anything else has to be a plain sum. */
export function balanceText(value: unknown): string | null {
  if (typeof value !== 'string') return amountText(value);
  const text = value.trim();
  return amountText(groupedPattern.test(text) ? text.replaceAll(',', '') : text);
}
