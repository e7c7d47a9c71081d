import { idPattern, judgeAmount, judgeNumber, partOf, referencePattern, textOf } from './collection-fields.ts';
import { railCurrency } from './gateway.ts';
import { type AirtelRefusal, airtelRefusals, disbursementRefusals } from './refusals.ts';

/** The fields of a valid payout: nine digits of a number, whole KES, the client's id for it, the encrypted PIN. */
export type DisbursementFields = { id: string; msisdn: string; amount: number; reference: string; pin: string };

/** The versions of the path. Version 2 also wants a currency and a type. */
export type DisbursementVersion = 'v1' | 'v2';

const numberRefusalOf = (msisdn: string): AirtelRefusal | undefined => {
  const wrong = judgeNumber(msisdn);
  if (wrong === undefined) return undefined;
  return wrong === airtelRefusals.numberLength ? disbursementRefusals.numberLength : disbursementRefusals.wrongNumber;
};

/**
 * Checks the body of a payout (fact 8). Every form that is wrong has one code, DP00900001013, and a message; so ids and
 * references are as strict here as those of collections, which is our choice.
 */
export const checkDisbursement = (
  body: Record<string, unknown>,
  version: DisbursementVersion,
): { fields: DisbursementFields } | { refusal: AirtelRefusal } => {
  const payee = partOf(body.payee);
  const transaction = partOf(body.transaction);
  const fields = {
    id: textOf(transaction.id),
    msisdn: textOf(payee.msisdn),
    reference: textOf(body.reference),
    pin: textOf(body.pin),
  };
  const isV2Right = payee.currency === railCurrency && transaction.type === 'B2C';
  const isComplete = idPattern.test(fields.id) && referencePattern.test(fields.reference) && fields.pin !== '';
  const refusal =
    (isComplete && (version === 'v1' || isV2Right) ? undefined : disbursementRefusals.missingFields) ??
    numberRefusalOf(fields.msisdn) ??
    (judgeAmount(transaction.amount) === undefined ? undefined : disbursementRefusals.amountRange);
  return refusal === undefined ? { fields: { ...fields, amount: Number(transaction.amount) } } : { refusal };
};
