import { personName } from '../kernel/person-name.ts';

/** Whether two names are those of one person, as far as they tell. */
export type NameVerdict = 'same' | 'different' | 'unknown';

/** A word of a name: all of it, or what stands before and after its stars. An initial has nothing after. */
type Word = { whole: string } | { begins: string; ends: string };

/** Titles, and words that stand in names of many families. */
const notNames = new Set(
  'mr mrs ms miss dr prof rev eng hon bw bi bwana bibi wa ole arap bin binti ibn al el de van'.split(' '),
);
/** Words that agree make two names one. */
const agreeingMin = 2;
/** Words of a name that are compared. Each order of them is tried. */
const wordsMax = 6;

/**
 * Compares the name that somebody wrote with the name that a network tells, in any order. Case, accents, the order of words,
 * initials and stars make no difference. `same`: two words agree, or the clear first name and what is known of the others.
 * `different`: the first names differ and no word agrees. Pure.
 */
export function compareNames(one: string, other: string): NameVerdict {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const [firstOfA, firstOfB] = [a[0], b[0]];
  if (!firstOfA || !firstOfB) return 'unknown';
  const { agreeing, restOfA, restOfB } = match(a, b);
  if (agreeing >= agreeingMin) return 'same';
  if (agreeing === 1 && (fits(a, restOfA, restOfB) || fits(b, restOfB, restOfA))) return 'same';
  const isElsewhere = b.some((word) => canBe(firstOfA, word)) || a.some((word) => canBe(firstOfB, word));
  return agreeing === 0 && !isElsewhere ? 'different' : 'unknown';
}

function wordsOf(name: string): Word[] {
  const plain = (personName(name) ?? '')
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`ʼ]/gu, '')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}*]+/gu) ?? [];
  return words
    .filter((word) => /\p{L}/u.test(word) && !notNames.has(word))
    .slice(0, wordsMax)
    .map(wordOf);
}

function wordOf(text: string): Word {
  const star = text.indexOf('*');
  if (star === -1) return [...text].length === 1 ? { begins: text, ends: '' } : { whole: text };
  return { begins: text.slice(0, star), ends: text.slice(text.lastIndexOf('*') + 1) };
}

/** Counts the whole words that stand in both names. What is left of each name is the rest. */
function match(a: readonly Word[], b: readonly Word[]) {
  const restOfB = [...b];
  const restOfA = a.filter((word) => {
    const at = restOfB.findIndex((each) => 'whole' in word && 'whole' in each && each.whole === word.whole);
    if (at !== -1) restOfB.splice(at, 1);
    return at === -1;
  });
  return { agreeing: a.length - restOfA.length, restOfA, restOfB };
}

/** Whether two words can be one. */
function canBe(a: Word, b: Word): boolean {
  if ('whole' in a && 'whole' in b) return a.whole === b.whole;
  if ('whole' in a) return canBe(b, a);
  if ('whole' in b) return b.whole.startsWith(a.begins) && b.whole.endsWith(a.ends);
  const [short, long] = a.begins.length < b.begins.length ? [a, b] : [b, a];
  const [brief, full] = a.ends.length < b.ends.length ? [a, b] : [b, a];
  return long.begins.startsWith(short.begins) && full.ends.endsWith(brief.ends);
}

/** Whether the word that agrees is the clear first name of a masked name, and all its other words can be in the other name. */
function fits([first]: readonly Word[], rest: readonly Word[], restOfOther: readonly Word[]): boolean {
  const isClear = first !== undefined && !rest.includes(first);
  if (!isClear || !rest.every((word) => 'begins' in word)) return false;
  const [fewer, more] = rest.length <= restOfOther.length ? [rest, restOfOther] : [restOfOther, rest];
  return fewer.length > 0 && canBeAll(fewer, more);
}

/** Whether each word can be another one of the others. */
function canBeAll([word, ...words]: readonly Word[], others: readonly Word[]): boolean {
  if (word === undefined) return true;
  return others.some((each, at) => canBe(word, each) && canBeAll(words, others.toSpliced(at, 1)));
}
