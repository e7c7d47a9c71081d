import {
  allIssues,
  allRefusals,
  DomainError,
  type IssueName,
  issue,
  issues,
  issuesOf,
  type Named,
} from '@tillgate/domain';
import { passwordSchema } from '@tillgate/domain/users';
import { describe, expect, it } from 'vitest';
import { type ShownRefusal, shownRefusals } from '@/refusals';
import en from '../../messages/en/issues.json' with { type: 'json' };
import sw from '../../messages/sw/issues.json' with { type: 'json' };
import { readLocale } from '../i18n/locale.ts';
import { sayDetail, sayIssue, sayRefusal } from './say-issue.ts';

const names = Object.keys(allIssues) as IssueName[];
const valuesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

describe('what is wrong with a field', () => {
  it.each<[string, Named, string | RegExp]>([
    ['phone', issues.phone, 'Enter a phone number like 0712 345 678.'],
    ['amount', issues.amountAtMost({ max: 150_000 }), 'Enter an amount of at most KES 150,000.'],
    ['amount', issues.refundTooLarge({ max: 150_000 }), /limited to KES 150,000\. .*portal/],
    ['transactionId', allIssues.receiptFraction({ amount: '1150.75' }), /KES 1,150\.75\. .*portal/],
    ['name', issues.empty, 'Fill in this field: Name.'],
    ['currentPassword', issues.incorrect, 'Current password is incorrect. Check it and try again.'],
    ['rules.0.reference', issues.tooLong({ max: 20 }), 'Reference can have at most 20 characters.'],
    ['ratePerSecond', issues.between({ min: 1, max: 1000 }), 'Attempts per second must be from 1 to 1,000.'],
    [
      'fileName',
      allIssues.fileNameSays({ namedShortcode: '600123', shortcode: '600999' }),
      /says 600123\. .* of 600999/,
    ],
  ])('is a whole sentence: %s %s', (path, why, sentence) => {
    expect(sayIssue(issue(path, why), 'en')).toMatch(sentence);
  });

  it('is not valid, in the language of the reader, when a release after this one recorded it', () => {
    const later = { path: 'amount', name: 'ofTomorrow', values: {}, message: 'is odd' };
    expect(sayIssue(later, 'sw')).toBe('Kiasi: thamani hii haikubaliki. Iangalie na ujaribu tena.');
    expect(sayIssue(later, 'en')).toBe('Amount: this value is not valid. Check it and try again.');
  });

  it('has a text for all that can be wrong with a password', () => {
    const lengths = ['', 'x'.repeat(1000)].flatMap((password) =>
      issuesOf(passwordSchema.safeParse(password).error ?? { issues: [] }),
    );
    const weak = [allIssues.passwordCommon, allIssues.passwordPersonal, allIssues.passwordPattern];
    for (const found of [...lengths, ...weak.map((why) => issue('password', why))]) {
      expect(sayIssue({ ...found, path: 'password' }, 'en'), found.name).toMatch(/^(This p|P|Enter a p)assword .*\.$/);
    }
    expect(lengths).toHaveLength(2);
  });
});

const refusalNames = Object.keys(shownRefusals) as ShownRefusal[];

describe.each([
  ['en', en],
  ['sw', sw],
])('the texts in %s', (locale, texts) => {
  it('are one for each name, and none beyond', () => {
    expect(Object.keys(texts.issues).sort()).toEqual([...names].sort());
    expect(Object.keys(texts.refusals).sort()).toEqual([...refusalNames].sort());
  });

  it.each([
    ...names.map((name) => ({ name, text: texts.issues[name], known: ['field', ...valuesIn(allIssues[name].text)] })),
    ...refusalNames.map((name) => ({ name, text: texts.refusals[name], known: valuesIn(shownRefusals[name].text) })),
  ])('$name is a whole sentence of its own words and known values', ({ text, known }) => {
    expect(text).toMatch(/^\p{Lu}|^\{/u);
    expect(text).toMatch(/[.!?]$|\{text\}$/);
    expect(known).toEqual(expect.arrayContaining(valuesIn(text)));
    // What stands in these is English.
    if (locale !== 'en') expect(text).not.toMatch(/\{(reason|what|why|list|question|status|kind|doing|values)\}/);
  });
});

it('Swahili is never the English text', () => {
  const said = (texts: typeof en): [string, string][] => [
    ...Object.entries(texts.issues),
    ...Object.entries(texts.refusals),
    ...Object.entries(texts.codes),
  ];
  const english = new Map(said(en));
  const swahili = said(sw);
  expect(swahili.filter(([name, text]) => english.get(name) === text)).toEqual([]);
  // Small words that no Swahili sentence has.
  expect(swahili.filter(([, text]) => /\b(the|is|must|of|and|not|this|with|your)\b/i.test(text))).toEqual([]);
});

describe('a refusal', () => {
  it('says each issue once, and keeps its code', () => {
    const found = [issue('from', issues.endBeforeStart), issue('to', issues.endBeforeStart)];
    const said = sayRefusal({ domainCode: 'invalid_input', detail: 'from must not…', issues: found }, 'en');
    expect(said.detail).toBe(en.issues.endBeforeStart);
    expect(said).toMatchObject({ domainCode: 'invalid_input', issues: [{ path: 'from' }, { path: 'to' }] });
  });

  it('is the text of its name in either language, with the values of its sentence', () => {
    const tries = new DomainError('rate_limited', allRefusals.tooManyAttempts({ seconds: 30 }));
    const refused = { detail: tries.message, refusal: tries.refusal };
    const long = allRefusals.tooManyAttempts({ seconds: 885 });
    expect(sayDetail({ detail: '', refusal: new DomainError('rate_limited', long).refusal }, '', 'en')).toContain(
      '15 minutes',
    );
    expect(sayDetail(refused, tries.code, 'en')).toBe('Too many attempts. Try again in 30 seconds.');
    expect(sayDetail(refused, tries.code, 'sw')).toContain('sekunde 30');
  });

  it('without a name keeps its words in English, and never in Swahili', () => {
    const detail = 'Only the person who asked for it can take it back.';
    expect(sayDetail({ detail }, 'forbidden', 'en')).toBe(detail);
    expect(sayDetail({ detail }, 'forbidden', 'sw')).toBe('Huwezi kufanya hivi. Mwombe mmiliki au msimamizi.');
  });

  it('is in the language of the cookie', () => {
    expect(readLocale(new Headers({ cookie: 'a=b; tillgate-locale=sw; c=d' }))).toBe('sw');
    expect(readLocale(new Headers({ cookie: 'not-tillgate-locale=sw' }))).toBe('en');
    expect(readLocale(undefined)).toBe('en');
  });
});
