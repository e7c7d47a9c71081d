import { createContext, Script } from 'node:vm';

/**
 * The time that one pattern gets for one reference, because a tenant wrote it and all tenants share
 * the process.
 */
const patternTimeoutMs = 50;
/**
 * A pattern that was too slow this often in a row is not run again in this process: a busy machine
 * is slow at times too.
 */
const strikesMax = 3;
export const patternLengthMax = 200;
/** Longer references never match. The provider sends 20 characters at most. */
export const referenceLengthMax = 64;
const slowPatternsMax = 1_000;

const script = new Script('new RegExp(pattern, "iu").test(reference)');
const room = createContext(Object.create(null));
const strikes = new Map<string, number>();

type PatternVerdict = 'matches' | 'differs' | 'too_slow' | 'invalid';

/**
 * Whether the whole of `reference` matches `pattern`, in any case of letters. Ends within {@link
 * strikesMax} times {@link patternTimeoutMs} whatever the pattern: a pattern is only called slow
 * when it was so that often in a row.
 */
export function matchReference(pattern: string, reference: string): PatternVerdict {
  let verdict = matchOnce(pattern, reference);
  for (let again = 1; verdict === 'too_slow' && again < strikesMax; again += 1) verdict = matchOnce(pattern, reference);
  if (verdict === 'matches' || verdict === 'differs') strikes.delete(pattern);
  return verdict;
}

function matchOnce(pattern: string, reference: string): PatternVerdict {
  if (pattern.length > patternLengthMax || reference.length > referenceLengthMax) return 'differs';
  const struck = strikes.get(pattern) ?? 0;
  if (struck >= strikesMax) return 'too_slow';
  try {
    // The parentheses may not be closed from within: the pattern alone must be one.
    new RegExp(pattern, 'iu');
    Object.assign(room, { pattern: `^(?:${pattern})$`, reference });
    return script.runInContext(room, { timeout: patternTimeoutMs }) === true ? 'matches' : 'differs';
  } catch (error) {
    if (!isTimeout(error)) return 'invalid';
    if (strikes.size >= slowPatternsMax) strikes.clear();
    strikes.set(pattern, struck + 1);
    return 'too_slow';
  }
}

/** An error of another realm is no instance of our Error. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

/** References that make patterns with nested repetition slow. */
const probes = ['', 'a', '1', 'A1', ' ', '-', 'aA1-'].flatMap((part) => {
  const text = part.repeat(referenceLengthMax).slice(0, referenceLengthMax - 1);
  return [text, `${text}!`];
});

/**
 * Why a pattern cannot be a rule, or undefined. Takes a few times {@link patternTimeoutMs} for a
 * slow one.
 */
export function judgePattern(pattern: string): string | undefined {
  for (const probe of probes) {
    const verdict = matchReference(pattern, probe);
    if (verdict === 'invalid') return 'is not a regular expression';
    if (verdict === 'too_slow') return 'takes too long: nested repetition such as (a+)+ is the usual cause';
  }
  return undefined;
}
