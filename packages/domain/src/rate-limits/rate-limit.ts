import type { RateVerdict } from '../ports/ports.ts';

/** At most `count` uses per fixed window of `seconds`. The window starts with the first use. */
export type RateRule = { count: number; seconds: number };

const countMax = 1_000_000;
const secondsMax = 86_400;

/**
 * Reads a rule written `count/seconds`, e.g. `50/1` or `5/60`.
 * @throws Error that says what is wrong.
 */
export function parseRateRule(text: string): RateRule {
  const match = /^([1-9][0-9]{0,6})\/([1-9][0-9]{0,4})$/.exec(text.trim());
  if (!match) throw new Error(`is "${text}", which is no rate: write count/seconds, for example 50/1 or 5/60`);
  const rule = { count: Number(match[1]), seconds: Number(match[2]) };
  if (rule.count > countMax) throw new Error(`is "${text}": the count can be at most ${countMax}`);
  if (rule.seconds > secondsMax) throw new Error(`is "${text}": the seconds can be at most ${secondsMax}`);
  return rule;
}

/** What a store counted, in the terms of the port. */
export function verdict(rule: RateRule, used: number, msBeforeReset: number): RateVerdict {
  const allowed = used <= rule.count;
  const resetSeconds = Math.min(rule.seconds, Math.max(0, Math.ceil(msBeforeReset / 1000)));
  return {
    allowed,
    limit: rule.count,
    remaining: Math.max(0, rule.count - used),
    windowSeconds: rule.seconds,
    resetSeconds: allowed ? resetSeconds : Math.max(1, resetSeconds),
  };
}
