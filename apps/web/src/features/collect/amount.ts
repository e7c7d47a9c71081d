/** A sum as people type it, with commas and spaces. Undefined for anything else. */
export function readAmount(text: string): number | undefined {
  const plain = text.replace(/[,\s]/g, '');
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}
