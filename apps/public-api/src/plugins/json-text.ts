/**
 * What is ambiguous in a JSON text: a member that is named twice, a number that has more digits than can be kept, or a
 * number that is too long to check.
 */
export type Ambiguity = { kind: 'repeated' | 'inexact' | 'long'; path: string; text: string };

/** Characters of a number. The longest that JavaScript writes has 24. */
export const numberLengthMax = 40;

const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],]/g;
const decimal = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Finds the first member or number of a valid JSON text that `JSON.parse` changes in silence: it keeps the last of two
 * members of one name, and the nearest double of a number. Pure. `path` is like `metadata.order.0`.
 */
export function findAmbiguity(json: string): Ambiguity | undefined {
  /** The open containers: the names of an object, or the index in a list. */
  const open: ({ names: Set<string>; name: string | undefined } | { place: number })[] = [];
  const pathTo = (last?: string) =>
    [...open.map((each) => ('place' in each ? each.place : each.name)), last]
      .filter((part) => part !== undefined)
      .join('.');
  for (const [token] of json.matchAll(tokens)) {
    const inner = open.at(-1);
    if (token === '{') open.push({ names: new Set(), name: undefined });
    else if (token === '[') open.push({ place: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',') {
      if (inner && 'place' in inner) inner.place += 1;
      else if (inner) inner.name = undefined;
    } else if (inner && 'names' in inner && inner.name === undefined) {
      const name = JSON.parse(token) as string;
      if (inner.names.has(name)) return { kind: 'repeated', path: pathTo(name), text: name };
      inner.names.add(name);
      inner.name = name;
    } else if (!token.startsWith('"')) {
      if (token.length > numberLengthMax) return { kind: 'long', path: pathTo(), text: token };
      if (!isKept(token)) return { kind: 'inexact', path: pathTo(), text: token };
    }
  }
  return undefined;
}

/** Whether a number of at most {@link numberLengthMax} characters is still the same after it was read. */
function isKept(token: string): boolean {
  // Numbers of at most 15 digits are exact.
  if (token.length <= 15 && !/[eE]/.test(token)) return true;
  const value = Number(token);
  return Number.isFinite(value) && digitsOf(token) === digitsOf(String(value));
}

/** Digits without zeros at either end, and where the point is: the same for all spellings of a number. */
function digitsOf(token: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = decimal.exec(token) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  return kept === '' ? '0' : `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}
