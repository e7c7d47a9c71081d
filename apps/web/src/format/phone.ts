/** The number as people here write it: `0712345678` for `254712345678`; another country's is left with its `+`. */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/^\+/, '');
  if (/^254\d{9}$/.test(digits)) return `0${digits.slice(3)}`;
  return /^\d{10,15}$/.test(digits) && !digits.startsWith('0') ? `+${digits}` : phone;
}

/** A phone for lists: `0712…678`. M-PESA's own masks, such as `2547 ***** 126`, become `07…126`. */
export function maskPhone(phone: string): string {
  const [, start, end] = /^\+?254(\d*)\*+(\d*)$/.exec(phone.replaceAll(' ', '')) ?? [];
  if (start !== undefined) return `0${start}…${end}`;
  const local = formatPhone(phone);
  if (!/^[+\d]{9,}$/.test(local)) return phone;
  return `${local.slice(0, 4)}…${local.slice(-3)}`;
}
