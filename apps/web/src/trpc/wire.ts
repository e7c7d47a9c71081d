/** How a value looks after JSON: moments are ISO 8601 text, large whole numbers decimal text. */
export type Wire<Value> = Value extends Date | bigint
  ? string
  : Value extends (infer Item)[]
    ? Wire<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Wire<Value[Key]> }
      : Value;

/** Makes an answer of a verb fit to leave a router: pages get the same from a prefetch and from a call. */
export function toWire<Value>(value: Value): Wire<Value> {
  return JSON.parse(JSON.stringify(value, asText)) as Wire<Value>;
}

const asText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
