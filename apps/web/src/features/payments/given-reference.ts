/**
 * The reference that somebody gave a payment. The default of the API is the beginning of the payment's id, which nobody reads out
 * or looks for.
 */
export function givenReference({ paymentId, accountRef }: { paymentId: string; accountRef: string | null }) {
  return accountRef && !paymentId.startsWith(accountRef) ? accountRef : undefined;
}
