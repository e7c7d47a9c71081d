import type { Issue } from './errors.ts';
import { issue } from './input.ts';
import { issues } from './refusals.ts';

const shownLengthMax = 64;
/** Shorter names occur in too many others. */
const partLengthMin = 4;
/** Names of at least this length may have two wrong letters, shorter ones one. */
const longNameLength = 6;
/** Clients add it to bypass caches. */
const cacheBuster = '_';

/**
 * Finds unknown query parameters, because ignoring one would return an answer without it. A cache buster `_` is allowed.
 * Pure.
 */
export function unknownNames(given: Iterable<string>, known: readonly string[]): Issue[] {
  return [...new Set(given)]
    .filter((name) => name !== cacheBuster && !known.includes(name))
    .map((name) => issueOf(name, nearestName(name, known), known));
}

/** Finds names that are close to a known name that is missing. All other unknown names are allowed. Pure. */
export function misspeltNames(given: Iterable<string>, known: readonly string[]): Issue[] {
  const names = new Set(given);
  const missing = known.filter((name) => !names.has(name));
  return [...names].flatMap((name) => {
    const near = known.includes(name) ? undefined : nearestName(name, missing);
    return near === undefined ? [] : [issueOf(name, near, known)];
  });
}

function issueOf(name: string, near: string | undefined, known: readonly string[]): Issue {
  const question = near === undefined ? '.' : `; did you mean ${near}?`;
  const list = known.length === 0 ? 'There are none' : `There are ${known.join(', ')}`;
  const path = name.toWellFormed().replace(/\p{C}/gu, '\uFFFD').slice(0, shownLengthMax);
  return issue(path, issues.unknownName({ question, list }));
}

/**
 * The known name that a wrong one most probably means: the same letters in another writing (`account_reference`), a part
 * of it (`accountRef`), or one with a letter or two that are wrong (`staus`). Undefined when none is near.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(name.slice(0, shownLengthMax));
  const candidates = known.map((candidate) => ({ candidate, distance: distanceOf(letters, lettersOf(candidate)) }));
  const [nearest] = candidates.sort((a, b) => a.distance - b.distance);
  return nearest === undefined || nearest.distance === Number.POSITIVE_INFINITY ? undefined : nearest.candidate;
}

const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The distance between a wrong name and a known one. A part counts as further than any misspelling. */
function distanceOf(wrong: string, known: string): number {
  if (wrong === known) return 0;
  const errorsMax = known.length >= longNameLength ? 2 : 1;
  const errors = known.length < partLengthMin ? Number.POSITIVE_INFINITY : editsOf(wrong, known);
  if (errors <= errorsMax) return errors;
  const isPart = wrong.length >= partLengthMin && (known.startsWith(wrong) || known.endsWith(wrong));
  return isPart ? errorsMax + 1 : Number.POSITIVE_INFINITY;
}

/** How many letters are missing, too many, wrong, or in the place of their neighbour. */
function editsOf(a: string, b: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const at = (line: readonly number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY;
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(last, j) + 1,
          at(row, j - 1) + 1,
          at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          isSwapped ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last.at(-1) ?? 0;
}
