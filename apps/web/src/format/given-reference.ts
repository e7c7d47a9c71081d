/** The API's default: the part of the payment's ID that M-PESA shows of a reference. */
const defaultLength = 12;

/** The reference that somebody gave a payment; undefined for the default reference, which nobody uses. */
export function givenReference({ paymentId, accountRef }: { paymentId: string; accountRef: string | null }) {
  return accountRef && accountRef !== paymentId.slice(0, defaultLength) ? accountRef : undefined;
}
