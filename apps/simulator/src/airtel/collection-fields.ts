import { railCountry, railCurrency } from './gateway.ts';
import { type AirtelRefusal, airtelRefusals } from './refusals.ts';

/** The fields of a valid collection: nine digits of a number, whole KES, our id for it. */
export type CollectionFields = { id: string; msisdn: string; amount: number; reference: string };

/** Our reading of ids and references (fact 4). */
export const idPattern = /^[A-Za-z0-9]{5,80}$/;
export const referencePattern = /^[A-Za-z0-9]{4,64}$/;
const digitsPattern = /^\d+$/;
const msisdnLength = 9;
/** Smallest and largest payment, KES. The largest is the highest that was published for Kenya (fact 11). */
const amountMin = 1;
const amountMax = 250_000;

type Part = Record<string, unknown>;

/** A member that is an object; empty when it is another thing. */
export const partOf = (value: unknown): Part => (typeof value === 'object' && value !== null ? { ...value } : {});
const isAbsentOr = (value: unknown, expected: string): boolean =>
  value === undefined || value === null || value === expected;
/** A member as text; a number counts, because nine digits may come as one. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value)) ? String(value) : '';

/** Checks a number: nine digits without country code (fact 4). Returns undefined when it is right. */
export const judgeNumber = (msisdn: string): AirtelRefusal | undefined => {
  if (!digitsPattern.test(msisdn)) return airtelRefusals.numberForm;
  return msisdn.length === msisdnLength ? undefined : airtelRefusals.numberLength;
};

/** Checks an amount: a whole number of KES (facts 4, 11). Returns undefined when it is right. */
export const judgeAmount = (amount: unknown): AirtelRefusal | undefined => {
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return airtelRefusals.invalidAmountForm;
  if (!Number.isInteger(amount) || amount < amountMin) return airtelRefusals.invalidAmount;
  return amount > amountMax ? airtelRefusals.aboveLimit : undefined;
};

const judgePlace = ({ country, currency }: Part): AirtelRefusal | undefined => {
  if (!isAbsentOr(country, railCountry)) return airtelRefusals.bodyCountry;
  return isAbsentOr(currency, railCurrency) ? undefined : airtelRefusals.bodyCurrency;
};

/**
 * Checks the body of a collection (fact 4). The number has nine digits without the country code; the id has 5 to 80
 * letters and digits, the reference 4 to 64; the amount is a number without decimals.
 */
export const checkCollection = (body: Part): { fields: CollectionFields } | { refusal: AirtelRefusal } => {
  const subscriber = partOf(body.subscriber);
  const transaction = partOf(body.transaction);
  const id = textOf(transaction.id);
  const reference = textOf(body.reference);
  const msisdn = textOf(subscriber.msisdn);
  const refusal =
    (idPattern.test(id) ? undefined : airtelRefusals.invalidId) ??
    (referencePattern.test(reference) ? undefined : airtelRefusals.invalidReference) ??
    judgeNumber(msisdn) ??
    judgePlace(subscriber) ??
    judgePlace(transaction) ??
    judgeAmount(transaction.amount);
  return refusal === undefined
    ? { fields: { id, msisdn, amount: Number(transaction.amount), reference } }
    : { refusal };
};
