/** Values as JSON text: JSON.stringify would turn the `250.00` of the real wire into `250`. */
export const quote = (text: string): string => JSON.stringify(text);

/** A number with two decimals. */
export const decimal = (amount: number): string => amount.toFixed(2);

/** A code as the provider writes it: a number when it is one, else a string. */
export const codeLiteral = (code: number | string): string => (typeof code === 'number' ? String(code) : quote(code));

/** One item of a result: its key, and its value as JSON text; null is an item without Value. */
export type Parameter = readonly [key: string, value: string | null];

export const renderParameter = ([key, value]: Parameter): string =>
  value === null ? `{"Key":${quote(key)}}` : `{"Key":${quote(key)},"Value":${value}}`;
