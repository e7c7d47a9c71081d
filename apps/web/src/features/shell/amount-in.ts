/** No payment is larger. */
const amountMax = 999_999;

/** The whole sum that somebody typed, such as `KES 3,113` or `1250.00`; undefined when the text is something else. */
export function amountIn(text: string): number | undefined {
  const digits = /^(?:(?:kes|kshs?)\.?\s*)?(\d{1,3}(?:,\d{3})+|\d+)(?:\.00)?$/i.exec(text)?.[1]?.replaceAll(',', '');
  if (digits === undefined || digits.startsWith('0')) return undefined;
  const amount = Number(digits);
  return amount <= amountMax ? amount : undefined;
}
