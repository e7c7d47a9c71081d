import { excerptOf } from '../kit/excerpt.ts';
import type { HttpAnswer } from '../kit/http.ts';
import { asObject, field, joinPresent } from '../kit/json.ts';
import { safeText } from '../kit/safe-text.ts';
import type { AirtelAccount } from './account.ts';
import type { Answer } from './answers.ts';
import { ask, noAnswer } from './ask.ts';
import type { AirtelConnection } from './connection.ts';
import { saidIn } from './said.ts';
import { nationalNumber } from './wire-forms.ts';

const foundCode = 'DP02200000001';
const noUserCode = 'DP02200000002';

/** Whether a number has a wallet. `isBarred` is null when the network does not say. Names are not taken over. */
export type Holder = { hasWallet: false } | { hasWallet: true; isBarred: boolean | null };

/**
 * Asks whether a phone, 254XXXXXXXXX, has a wallet of this network. It rings no phone. Takes at most ten seconds, including
 * the token. Never throws.
 */
export async function findHolder(
  connection: AirtelConnection,
  account: AirtelAccount,
  phone: string,
): Promise<Answer<Holder>> {
  const msisdn = nationalNumber(phone);
  if (msisdn === undefined) return noAnswer('the phone is no Kenyan number');
  const { answer, secrets } = await ask(connection, account, `/standard/v1/users/${msisdn}`);
  const found = classifyHolder(answer, msisdn);
  return found.kind === 'told' ? found : { ...found, cause: safeText(found.cause, secrets) };
}

/** Reads the holder of a number from an answer. Pure. That there is none needs the code that says so. */
export function classifyHolder(answer: HttpAnswer, msisdn: string): Answer<Holder> {
  if (answer.kind !== 'answered') return { kind: 'no_answer', cause: answer.cause };
  const said = saidIn(answer);
  const data = asObject(field(answer.json, 'data'));
  const [code] = said.codes;
  const echoed = field(data, 'msisdn') ?? msisdn;
  const isFault = answer.statusCode >= 500;
  if (code === noUserCode && said.success !== true && !isFault) return { kind: 'told', answer: { hasWallet: false } };
  if (code === foundCode && said.success === true && String(echoed) === msisdn && !isFault) {
    const isBarred = field(data, 'is_barred');
    return { kind: 'told', answer: { hasWallet: true, isBarred: typeof isBarred === 'boolean' ? isBarred : null } };
  }
  const words = said.text || excerptOf(answer);
  return { kind: 'no_answer', cause: joinPresent([`HTTP ${answer.statusCode} without a user`, code, words]) };
}
