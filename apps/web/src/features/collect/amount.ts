/** A sum as typed, with commas and spaces: undefined while it is no number, which the server then says. */
export function readAmount(text: string): number | undefined {
  const plain = text.replace(/[,\s]/g, '');
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}
