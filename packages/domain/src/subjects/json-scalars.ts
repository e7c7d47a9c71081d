/** A text, number or bare word of a JSON document, with its position and its name. */
export type JsonScalar = { kind: 'text' | 'bare'; start: number; end: number; name: string };

type Member = { key: string; scalar: JsonScalar };
type Frame = { isList: boolean; name: string; key: string | undefined; members: Member[] };

const structure = new Set(['{', '}', '[', ']', ',', ':', '"']);
const blank = new Set([' ', '\t', '\n', '\r']);

/**
 * The values of a JSON document, in order, without names of members. In `{"Key":"Amount","Value":5}`, as the provider
 * writes lists, `Amount` is a name too. A document that is cut short is read as far as it goes. Pure.
 */
export function scalarsOf(json: string): JsonScalar[] {
  const found: JsonScalar[] = [];
  const stack: Frame[] = [{ isList: true, name: '', key: undefined, members: [] }];
  const close = () => {
    if (stack.length > 1) found.push(...valuesOf(stack.pop()));
  };
  for (let at = 0; at < json.length; ) {
    const letter = json[at] ?? '';
    const top = stack.at(-1);
    if (!top) break;
    if (letter === '{' || letter === '[') {
      stack.push({ isList: letter === '[', name: top.key ?? top.name, key: undefined, members: [] });
      top.key = undefined;
      at += 1;
    } else if (letter === '}' || letter === ']') {
      close();
      at += 1;
    } else if (letter === ',' || letter === ':' || blank.has(letter)) at += 1;
    else {
      const kind = letter === '"' ? 'text' : 'bare';
      const end = kind === 'text' ? endOfText(json, at) : endOfBare(json, at);
      if (kind === 'text' && !top.isList && top.key === undefined) top.key = textAt(json.slice(at, end));
      else {
        const name = top.key ?? top.name;
        top.members.push({ key: name, scalar: { kind, start: at, end, name } });
        top.key = undefined;
      }
      at = end;
    }
  }
  while (stack.length > 1) close();
  found.push(...valuesOf(stack[0]));
  return found.sort((a, b) => a.start - b.start);

  function valuesOf(frame: Frame | undefined): JsonScalar[] {
    const { isList, members } = frame ?? { isList: true, members: [] };
    const naming = members.find(({ key, scalar }) => scalar.kind === 'text' && (key === 'Name' || key === 'Key'));
    if (isList || !naming || !members.some(({ key }) => key === 'Value')) return members.map(({ scalar }) => scalar);
    const name = textAt(json.slice(naming.scalar.start, naming.scalar.end));
    return members
      .filter((member) => member !== naming)
      .map(({ key, scalar }) => (key === 'Value' ? { ...scalar, name } : scalar));
  }
}

/** The value of a JSON string; an unreadable one is returned unchanged. */
export function textAt(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1);
  }
}

function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, json.length);
}

function endOfBare(json: string, start: number): number {
  let at = start;
  while (at < json.length && !structure.has(json[at] ?? '')) at += 1;
  while (at > start + 1 && blank.has(json[at - 1] ?? '')) at -= 1;
  return at;
}
