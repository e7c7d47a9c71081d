/** A Kenyan mobile number in a longer text, in one piece or, after its prefix, in groups. */
const phone = /(?<![0-9])(?:(?:\+?254|0)[ .-]?([17](?:[ .-]?[0-9]){8})|([17][0-9]{8}))(?![0-9])/g;

/** The same text with every phone number in it masked, as lists show them. */
export function maskPhonesIn(text: string): string {
  return text.replace(phone, (_, grouped: string | undefined, plain: string | undefined) => {
    const local = (grouped ?? plain ?? '').replace(/[ .-]/g, '');
    return `0${local.slice(0, 3)}…${local.slice(-3)}`;
  });
}

/** A phone number as a JSON number, with its prefix. Nine digits may be an amount. */
const phoneAsNumber = /^254[17]\d{8}$/;

/** The same JSON value with every phone number in it masked: in texts, as a number, and as the name of a member. */
export function maskPhonesInside(value: unknown): unknown {
  if (typeof value === 'string') return maskPhonesIn(value);
  if (typeof value === 'number') return phoneAsNumber.test(String(value)) ? maskPhonesIn(String(value)) : value;
  if (Array.isArray(value)) return value.map(maskPhonesInside);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [maskPhonesIn(name), maskPhonesInside(inner)]),
  );
}
