const canonicalDigits = /^(?:0|[1-9][0-9]*)$/;

/** A provider code as it goes out: an integer when the text is canonical digits of a safe integer, else the text. */
export function wireCode(text: string): number | string {
  const number = Number(text);
  return canonicalDigits.test(text) && Number.isSafeInteger(number) ? number : text;
}
