/**
 * A receipt of the provider in a text: ten capitals and digits. Most have both. One in ten of those from the tenth of a
 * month on has letters alone; the letters of its year, month and day tell it from a word.
 */
const mixed = /(?<![A-Za-z\d])(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{10}(?![A-Za-z\d])/;
const lettersAlone = /(?<![A-Za-z\d])[A-Z][A-L][A-V][A-Z]{7}(?![A-Za-z\d])/;

/** What a receipt of M-PESA looks like in a text. */
export const receiptPatterns: readonly RegExp[] = [mixed, lettersAlone];

/**
 * The receipt in a text, such as `TKL1ABC234 Confirmed. Ksh500.00 sent to …` or `Receipt: TKL1ABC234`; undefined when
 * there is none. The first one is that of the payment. Pure.
 */
export function receiptIn(text: string): string | undefined {
  return (mixed.exec(text) ?? lettersAlone.exec(text))?.[0];
}
