import { RE2JS } from 're2js';
import { issues, type Named } from '../kernel/refusals.ts';
import { c2bIssues } from './refusals.ts';

export const patternLengthMax = 200;
/** Longer references never match. The provider sends 20 characters at most. */
export const referenceLengthMax = 64;
/**
 * Most characters and classes of a pattern with its repetitions written out. This bounds the time and memory of compiling
 * it, because all tenants share the process.
 */
const patternSizeMax = 250;
/** Unicode classes such as `\p{L}`. Each has hundreds of ranges, which take milliseconds to compile. */
const unicodeClassesMax = 8;

type PatternVerdict = 'matches' | 'differs' | 'unusable';

/**
 * Whether the whole of `reference` matches `pattern`, in any case of letters. RE2 takes time proportional to the length
 * of both. `unusable`: see {@link judgePattern}.
 */
export function matchReference(pattern: string, reference: string): PatternVerdict {
  const compiled = compile(pattern);
  if (!(compiled instanceof RE2JS)) return 'unusable';
  return reference.length <= referenceLengthMax && compiled.testExact(reference) ? 'matches' : 'differs';
}

/** Why a pattern cannot be a rule, as the end of a sentence, or undefined. */
export function judgePattern(pattern: string): Named | undefined {
  const compiled = compile(pattern);
  return compiled instanceof RE2JS ? undefined : compiled;
}

/** Not cached: compiling usually takes well under a millisecond, and a compiled pattern grows with use. */
function compile(pattern: string): RE2JS | Named {
  if (pattern.length > patternLengthMax) return issues.tooLong({ max: patternLengthMax });
  if (writtenOut(pattern) > patternSizeMax) {
    return c2bIssues.patternTooLarge({ max: patternSizeMax });
  }
  if (pattern.split(/\\p/i).length - 1 > unicodeClassesMax) return c2bIssues.patternClasses({ max: unicodeClassesMax });
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch {
    return c2bIssues.patternUnusable;
  }
}

/** An escape, a class, the start of a group, a repetition, or any other character. */
const tokens =
  /\\.|\((?:\?(?:[a-z]*:|P?<\w+>))?|[*+?]|\[\^?\]?(?:\\.|\[:\^?[a-z]*:\]|[^\]\\])*\]?|\{(\d+)(?:,(\d*))?\}|./gsu;

/** Upper bound of the characters and classes of a pattern with its repetitions written out: about ten for `(ab{3}){2}`. */
function writtenOut(pattern: string): number {
  const enclosing: number[] = [];
  let size = 0;
  let last = 0;
  for (const [token, from, to] of pattern.matchAll(tokens)) {
    // Characters between \Q and \E are literal, so this count would be wrong: the pattern counts as too large.
    if (token === '\\Q') return Number.POSITIVE_INFINITY;
    if (token.startsWith('(')) {
      enclosing.push(size);
      size = 0;
    } else if (from !== undefined) {
      const times = Math.max(Number(from), Number(to || 0), 1);
      size += last * (times - 1);
      last *= times;
    } else if (!/^[*+?]$/.test(token)) {
      last = token === ')' ? size + 1 : 1;
      size = token === ')' ? (enclosing.pop() ?? 0) + last : size + 1;
    }
  }
  return size + enclosing.reduce((sum, each) => sum + each, 0);
}
