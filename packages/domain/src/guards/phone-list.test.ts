import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgePrompt, type PayoutRule, type PromptRule } from './guard.ts';
import { judgePayout } from './guard-payout.ts';
import { isLooserEntry, type ListEntry, type ListName, matchLists } from './phone-list.ts';

const now = new Date('2026-03-01T12:00:00Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const entry = (list: ListName, until: Date | null = null): ListEntry => ({ id: `${list} entry`, list, until });
const refuses = { id: 'block entry', kind: 'list', mode: 'refuse' } as const;
const allows = { id: 'allow entry', kind: 'list', mode: 'allow' } as const;

describe('the entry that decides', () => {
  it.each<[string, ListEntry[], ReturnType<typeof matchLists>]>([
    ['none', [], undefined],
    ['of the block list', [entry('block')], refuses],
    ['of the allow list', [entry('allow')], allows],
    ['of the allow list before the block list', [entry('block'), entry('allow')], allows],
    ['of the block list with an end to come', [entry('block', inSeconds(0.001))], refuses],
    ['none at the moment of its end', [entry('block', now)], undefined],
    ['none after its end', [entry('allow', inSeconds(-1))], undefined],
    ['of the block list when the allow list has expired', [entry('allow', now), entry('block')], refuses],
  ])('%s', (_, entries, match) => {
    expect(matchLists(entries, now)).toEqual(match);
  });
});

describe('prompts and payouts', () => {
  const first: PromptRule = { id: 'rule', kind: 'first_prompt_max', mode: 'refuse', settings: { max: 1 } };
  const payee: PayoutRule = { id: 'rule', kind: 'new_payee', mode: 'refuse', settings: { from: 1 } };
  const prompt = (entries: ListEntry[]) =>
    judgePrompt({ prompts: [], hasPaid: false, ofLinks: [], entries }, [first], { amount: 5, now });
  const payout = (entries: ListEntry[], mode: PayoutRule['mode'] = 'refuse') =>
    judgePayout({ firstPaidAt: null, sameAt: null, entries }, [{ ...payee, mode }], { amount: 5, now });

  it('to an allowed phone pass the other rules', () => {
    expect(prompt([entry('allow'), entry('block')])).toEqual({ broken: [allows], refusal: undefined });
    for (const mode of ['refuse', 'hold'] as const) {
      expect(payout([entry('allow')], mode)).toEqual({ broken: [allows], refusal: undefined, hold: undefined });
    }
  });

  it('to a blocked phone are refused by the list, and what other rules say is named, too', () => {
    expect(prompt([entry('block')])).toEqual({
      broken: [refuses, first],
      refusal: { rule: refuses, waitSeconds: null },
    });
    expect(payout([entry('block')])).toMatchObject({ broken: [refuses, payee], refusal: refuses });
  });

  it('to a phone whose entries have expired meet the rules', () => {
    expect(prompt([entry('allow', now)])).toMatchObject({ broken: [first], refusal: { rule: first } });
    expect(payout([entry('allow', now)])).toMatchObject({ broken: [payee], refusal: payee });
  });
});

describe('a change of an entry', () => {
  const [soon, late] = [inSeconds(60), inSeconds(3_600)];
  type Side = Date | null | 'none';
  it.each<[ListName, Side, Side, boolean]>([
    ['block', 'none', null, false],
    ['block', null, 'none', true],
    ['block', null, late, true],
    ['block', late, soon, true],
    ['block', soon, late, false],
    ['block', soon, null, false],
    ['block', late, late, false],
    // It has expired, so it stopped nobody.
    ['block', now, 'none', false],
    ['block', now, soon, false],
    ['allow', 'none', null, true],
    ['allow', 'none', soon, true],
    ['allow', 'none', now, false],
    ['allow', null, 'none', false],
    ['allow', soon, late, true],
    ['allow', soon, null, true],
    ['allow', late, soon, false],
    ['allow', now, soon, true],
  ])('of the %s list from %s to %s loosens: %s', (list, was, is, loosens) => {
    const side = (until: Side) => (until === 'none' ? undefined : { list, until });
    expect(isLooserEntry(side(was), side(is), now)).toBe(loosens);
  });

  it('that is no loosening never lets pass what was stopped, at any time from now on', () => {
    const moment = fc.option(fc.integer({ min: -5, max: 5 })).map((at) => (at === null ? null : inSeconds(at)));
    const side = fc.option(moment, { nil: undefined });
    const list = fc.constantFrom<ListName>('block', 'allow');
    fc.assert(
      fc.property(list, side, side, fc.integer({ min: 0, max: 6 }), (name, was, is, seconds) => {
        const of = (until: Date | null | undefined) => (until === undefined ? undefined : { list: name, until });
        if (isLooserEntry(of(was), of(is), now)) return;
        const strength = (until: Date | null | undefined) => {
          const mode = matchLists(until === undefined ? [] : [entry(name, until)], inSeconds(seconds))?.mode;
          return mode === 'refuse' ? 2 : mode === 'allow' ? 0 : 1;
        };
        expect(strength(is)).toBeGreaterThanOrEqual(strength(was));
      }),
      { seed: 3, numRuns: 2_000 },
    );
  });
});
