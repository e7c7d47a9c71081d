/** What to look for when a customer says that they have paid. */
export type Sought = { receipt: string } | { phone: string; amount: number };

/**
 * The receipt in a text, in upper or lower case: the code itself, or the M-PESA message around it; undefined when there
 * is none. Of capitals it says what the domain's `receiptIn` says, which a browser cannot load.
 */
export function readReceipt(text: string): string | undefined {
  const words = text.toUpperCase().split(/[^A-Z0-9]+/);
  return (
    words.find((word) => word.length === 10 && /[A-Z]/.test(word) && /\d/.test(word)) ??
    words.find((word) => /^[A-Z][A-L][A-V][A-Z]{7}$/.test(word))
  );
}

const phoneDigitsMin = 9;

/**
 * What can be looked for. A receipt comes first, since it names one payment. `noReceipt`: there is a text without a
 * receipt in it. `nothing`: neither a receipt nor phone and amount.
 */
export function soughtOf(typed: {
  receipt: string;
  phone: string;
  amount: number | undefined;
}): Sought | 'noReceipt' | 'nothing' {
  if (typed.receipt.trim() !== '') {
    const receipt = readReceipt(typed.receipt);
    return receipt ? { receipt } : 'noReceipt';
  }
  const { phone, amount } = typed;
  return amount !== undefined && phone.replace(/\D/g, '').length >= phoneDigitsMin
    ? { phone: phone.trim(), amount }
    : 'nothing';
}
