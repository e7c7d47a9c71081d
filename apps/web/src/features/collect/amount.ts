/** A sum as people type it, with commas and spaces. NaN for anything else, which the server refuses at its field. */
export function readAmount(text: string): number {
  const plain = text.replace(/[,\s]/g, '');
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
}
