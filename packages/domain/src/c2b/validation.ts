import { settledAmount } from '../kernel/money.ts';
import { normaliseMsisdn } from '../kernel/phone.ts';
import type { OfflinePayment } from '../ports/provider.ts';
import { isShortcodeOf } from './receive-offline-payment.ts';
import { matchReference } from './reference-pattern.ts';
import type { RegistrationRow, RulesRow } from './statements.ts';

/** The answer when the provider asks whether a payment may go through: `0` accepts. */
export type ValidationCode = '0' | 'C2B00011' | 'C2B00012' | 'C2B00013' | 'C2B00015' | 'C2B00016';

/** A phone number as digits. Shorter or longer texts hide the number. */
const plainPhone = /^\+?[0-9]{7,15}$/;

/**
 * Decides about a payment before it is made, by the application's rules. Without rules every
 * readable payment to the shortcode goes through.
 */
export function decideValidation(
  payment: OfflinePayment,
  registration: RegistrationRow,
  rules: RulesRow | null,
): ValidationCode {
  if (!isShortcodeOf(registration, payment.shortcode)) return 'C2B00015';
  if (!rules) return '0';
  const phone = payment.phone.trim();
  if (plainPhone.test(phone) && normaliseMsisdn(phone) === undefined) return 'C2B00011';
  if (!isAmountAllowed(payment.amount, rules)) return 'C2B00013';
  // A till has no references.
  const isReferenceJudged = registration.product !== 'till' || payment.billRefNumber.trim() !== '';
  return isReferenceJudged ? judgeReference(payment.billRefNumber.trim(), rules) : '0';
}

function isAmountAllowed(text: string, { amountMin, amountMax }: RulesRow): boolean {
  const amount = settledAmount(text);
  if (!amount) return false;
  const isBelow = amountMin !== null && amount.whole < amountMin;
  const isAbove =
    amountMax !== null && (amount.whole > amountMax || (amount.whole === amountMax && amount.hasFraction));
  return !isBelow && !isAbove;
}

/**
 * An unusable pattern refuses everything, because the merchant wants some references refused and we cannot tell which.
 * The money stays with the payer.
 */
function judgeReference(reference: string, { referencePattern, isReferenceListed }: RulesRow): ValidationCode {
  if (!isReferenceListed) return 'C2B00012';
  if (referencePattern === null) return '0';
  return patternCodes[matchReference(referencePattern, reference)];
}

const patternCodes = { matches: '0', differs: 'C2B00012', unusable: 'C2B00016' } as const;
