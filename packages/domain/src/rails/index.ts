import { type Decoded, decode } from '../catalogue/index.ts';
import type { RailAccount, RailName } from './account.ts';
import { airtel } from './airtel.ts';
import { mpesa } from './mpesa.ts';
import { railNames } from './names/index.ts';
import type { PayerAdvice, RailTraits, Said } from './rail.ts';

export type { AirtelAccount, RailAccount } from './account.ts';
export * from './names/index.ts';
export type { Operation, PayerAdvice, PayoutStop, Said } from './rail.ts';

/** What rooms have to know of each network. */
export const traitsOf: Readonly<Record<RailName, RailTraits>> = { mpesa, airtel };

/** Whom an account asks as: the network counts its calls, and knows what was sent, by this. It is a secret. */
export function clientOf(account: RailAccount): string {
  return account.rail === 'mpesa' ? account.consumerKey : account.clientId;
}

/** A code as text, as sent, and what came with it. */
type Code = { code: string; message?: string | null };

const allTraits = Object.values(traitsOf);

/**
 * Explains a code by what it was said about.
 * @param rail the network that said it. Left out, it is the one that alone has such codes, or else M-PESA: what two networks
 *   say alike means the same
 */
export function explainCode({ code, message }: Code, said: Said, rail: RailName = railOfCode(code)): Decoded {
  return decode({ ...traitsOf[rail].placeOf(said, code.trim()), code, message: message ?? null });
}

function railOfCode(code: string): RailName {
  return railNames.find((rail) => traitsOf[rail].ownCodes?.test(code.trim())) ?? 'mpesa';
}

/** What a payer does after a result of a prompt; undefined where no network says. */
export function payerAdvice(code: string): { advice: PayerAdvice; waitMs: number } | undefined {
  return allTraits.map((traits) => traits.payerAdvice.get(code)).find((found) => found !== undefined);
}

/**
 * Whether a prompt with this result was on the phone and got no PIN. No two networks have a code in common.
 * @param text what came with it: one code may say as well that the number has no wallet
 */
export function isUnanswered(code: string, text = ''): boolean {
  return allTraits.some((traits) => traits.unansweredCodes.has(code) && !traits.hasNoWallet(code, text));
}

/** Whether what a network posted seems to be about money: it has a text like a receipt, or the name of a receipt's field. */
export function namesReceipt(text: string): boolean {
  return allTraits.some(({ receiptMarks }) => receiptMarks.some((mark) => mark.test(text)));
}

/** By network, our id in what was posted to the hook of an account whose network is not known yet. */
export function idsInNotice(body: Uint8Array): Partial<Record<RailName, string>> {
  const read = Object.entries(traitsOf).map(([rail, { idInNotice }]) => [rail, idInNotice?.(body) ?? undefined]);
  return Object.fromEntries(read.filter(([, id]) => id !== undefined));
}

/** Whether a code says that a prompt is still open. No ended payment has such a code as the reason of its result. */
export function isOpenCode(code: string): boolean {
  return allTraits.some(({ openCodes }) => openCodes.has(code));
}
