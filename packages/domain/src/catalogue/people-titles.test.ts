import { describe, expect, it } from 'vitest';
import { listExplanations } from './explanations.ts';
import { peopleTitles, titleForPeople, titlesForPeople } from './people-titles.ts';

describe('the titles of reasons for people', () => {
  it('are there for every explanation, in two languages that differ', () => {
    const keys = [...listExplanations().map(({ key }) => key), 'superseded', 'http', 'unknown'].sort();
    expect(Object.keys(peopleTitles).sort()).toEqual(keys);
    for (const [key, { en, sw }] of Object.entries(peopleTitles)) {
      expect(
        [en, sw].map((text) => text.trim()),
        key,
      ).not.toContain('');
      expect(sw, key).not.toBe(en);
    }
  });

  it.each([
    ['Cancelled by the customer', 'en', 'Cancelled by the customer'],
    ['Cancelled by the customer', 'sw', 'Mteja alighairi'],
    ['Provider too busy', 'en', 'M-PESA too busy'],
    ['Unrecognised provider code', 'en', 'Unrecognised M-PESA code'],
    ['A title of another release', 'sw', 'A title of another release'],
    ['', 'sw', ''],
  ] as const)('%j in %s is %j', (title, language, said) => {
    expect(titleForPeople(title, language)).toBe(said);
  });

  it('are those of the explanation, also where two networks have one title', () => {
    for (const { key, title } of listExplanations()) {
      const { en, sw } = peopleTitles[key as keyof typeof peopleTitles];
      expect([titleForPeople(title, 'en'), titleForPeople(title, 'sw')], key).toEqual([en, sw]);
    }
  });

  it('are listed by the titles that programs read', () => {
    const all = titlesForPeople('sw');
    for (const { title } of listExplanations()) expect(all[title]).toBe(titleForPeople(title, 'sw'));
  });
});
