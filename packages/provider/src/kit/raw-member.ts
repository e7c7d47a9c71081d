/** A string of JSON, also one that does not end, or a mark of its structure. */
const token = /"(?:[^"\\]|\\.)*"?|[{}[\],:]/gs;

/**
 * Returns the text of a member of a JSON object exactly as it stands there, without the blanks around it. Returns undefined
 * when the object has no such member, or more than one. Pure; never throws. The text need not be whole JSON.
 */
export function rawMember(json: string, name: string): string | undefined {
  const found: string[] = [];
  let depth = 0;
  let key = '';
  /** Where the value of the member of that name begins. */
  let begins: number | undefined;
  for (const { 0: mark, index } of json.matchAll(token)) {
    if (mark.startsWith('"')) {
      if (depth === 1 && begins === undefined) key = mark;
      continue;
    }
    if (mark === ':' && depth === 1 && begins === undefined && isName(key, name)) begins = index + 1;
    if ((mark === ',' || mark === '}') && depth === 1) {
      if (begins !== undefined) found.push(json.slice(begins, index).trim());
      begins = undefined;
      key = '';
    }
    if (mark === '{' || mark === '[') depth += 1;
    if (mark === '}' || mark === ']') depth -= 1;
  }
  return found.length === 1 ? found[0] : undefined;
}

/** A name may be written with escapes. */
function isName(key: string, name: string): boolean {
  try {
    return JSON.parse(key) === name;
  } catch {
    return false;
  }
}
