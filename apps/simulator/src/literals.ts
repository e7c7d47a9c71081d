// The simulator writes JSON text by hand: JSON.stringify would turn the provider's `250.00` into `250`.

/** A text as a JSON string. */
export const quote = (text: string): string => JSON.stringify(text);

/** A number with two decimals. */
export const decimal = (amount: number): string => amount.toFixed(2);

/** A result code as JSON: numbers stay numbers, alphanumeric codes become strings. */
export const codeLiteral = (code: number | string): string => (typeof code === 'number' ? String(code) : quote(code));

/** One parameter of a result. The value is JSON text; null renders a parameter without Value. */
export type Parameter = readonly [key: string, value: string | null];

export const renderParameter = ([key, value]: Parameter): string =>
  value === null ? `{"Key":${quote(key)}}` : `{"Key":${quote(key)},"Value":${value}}`;
