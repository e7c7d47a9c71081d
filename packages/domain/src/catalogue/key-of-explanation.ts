import { type Decoded, saidMark, titles } from './decode.ts';
import { explanationText, listExplanations } from './explanations.ts';

/** An explanation by its key, for a text in another language, with what the provider said and the code. */
type Keyed = { key: string; code: string; said: string | undefined };

const explanations = listExplanations();
const keys = new Map(explanations.map((entry) => [explanationText(entry), entry.key]));
/** The key of each title. It means the same wherever it stands, so that the first key of a title will do. */
export const keysOfTitles: ReadonlyMap<string, string> = new Map<string, string>([
  ...[...explanations].reverse().map(({ title, key }) => [title, key] as const),
  [titles.superseded, 'superseded'],
  [titles.http, 'http'],
  [titles.unknown, 'unknown'],
]);

/**
 * The key of an explanation: one of {@link listExplanations}, or `superseded`, `http` or `unknown`. Undefined for one that
 * another release wrote.
 */
export function keyOfExplanation(decoded: Decoded): Keyed | undefined {
  const code = String(decoded.code);
  const key = findKey(decoded, code);
  if (key === undefined) return undefined;
  const at = decoded.cause.indexOf(saidMark);
  const said = at < 0 ? undefined : decoded.cause.slice(at + saidMark.length);
  return { key, code: code.replace(/^http_/, ''), said };
}

function findKey(decoded: Decoded, code: string): string | undefined {
  if (code === 'superseded') return 'superseded';
  const known = keys.get(explanationText(decoded));
  if (known !== undefined) return known;
  if (/^http_\d{3}$/.test(code)) return 'http';
  return decoded.category === 'unknown' ? 'unknown' : undefined;
}

/** The key of the explanation with this title, as lists have it. */
export function keyOfTitle(title: string): string | undefined {
  return keysOfTitles.get(title);
}
