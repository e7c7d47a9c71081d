const phoneFormat = /^(?:\+?254|0)?([71]\d{8})$/;

/** A Kenyan mobile number as people type it, as `0712 345 678`; undefined for anything else. The server validates it again. */
export function readPhone(text: string): string | undefined {
  const match = phoneFormat.exec(text.replace(/[ \-.()]/g, ''));
  const digits = match?.[1];
  return digits && `0${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`;
}

/** The amount from which a new request needs approval, given today's money out without approval. */
export function approvalFromNow(from: number | null | undefined, unapproved: number): number | null {
  return from === null || from === undefined ? null : Math.max(1, from - unapproved);
}
