import { passwordRefusals, passwordSchema } from '@tillgate/domain/users';
import { describe, expect, it } from 'vitest';
import en from '../../messages/en/issues.json' with { type: 'json' };
import { readLocale } from '../i18n/locale.ts';
import { sayDetail, sayIssue, sayRefusal } from './say-issue.ts';

describe('what is wrong with a field', () => {
  it.each([
    [
      'phone',
      'must be a Kenyan mobile number, for example 0712345678 or +254712345678',
      'Enter a phone number like 0712 345 678.',
    ],
    ['amount', 'must be at most 150000', 'Enter an amount of at most KES 150,000.'],
    [
      'amount',
      'must be at most 150000: refund a larger payment in the provider’s portal',
      /limited to KES 150,000\. .*portal/,
    ],
    [
      'transactionId',
      'is the receipt of KES 150.75, and only whole amounts can be reversed here',
      /KES 150\.75\. .*portal/,
    ],
    ['name', 'must not be empty', 'Fill in this field: Name.'],
    ['currentPassword', 'is incorrect', 'Current password is incorrect. Check it and try again.'],
    ['rules.0.reference', 'must have at most 20 characters', 'Reference can have at most 20 characters.'],
    ['ratePerSecond', 'must be 1 to 1000', 'Attempts per second must be from 1 to 1,000.'],
  ])('is a whole sentence: %s %s', (path, message, sentence) => {
    expect(sayIssue({ path, message }, 'en')).toMatch(sentence);
  });

  it('is never English in Swahili, also where no text fits', () => {
    expect(sayIssue({ path: 'amount', message: 'must be at least 1' }, 'sw')).toBe('Andika kiasi kisichopungua KES 1.');
    expect(sayIssue({ path: 'amount', message: 'is odd' }, 'sw')).toBe(
      'Kiasi: thamani hii haikubaliki. Iangalie na ujaribu tena.',
    );
    expect(sayIssue({ path: 'limit', message: 'must be at most 3' }, 'en')).toBe('This field must be at most 3.');
  });

  it('has a text for all that can be wrong with a password', () => {
    const lengths = ['', 'x'.repeat(1000)].flatMap((password) =>
      (passwordSchema.safeParse(password).error?.issues ?? []).map(({ message }) => message),
    );
    for (const message of [...lengths, ...Object.values(passwordRefusals)]) {
      expect(sayIssue({ path: 'password', message }, 'en'), message).toMatch(/^(This p|P|Enter a p)assword .*\.$/);
    }
  });
});

describe('a refusal', () => {
  it('says each issue once, and keeps its code', () => {
    const issues = [
      { path: 'from', message: 'must not be before to' },
      { path: 'to', message: 'must not be before from' },
    ];
    const said = sayRefusal({ domainCode: 'invalid_input', detail: 'from must not…', issues }, 'en');
    expect(said.detail).toBe(en.issues.notBefore);
    expect(said).toMatchObject({ domainCode: 'invalid_input', issues: [{ path: 'from' }, { path: 'to' }] });
  });

  it('keeps the words of the verb in English, and never in Swahili', () => {
    const detail = 'Only the person who asked for it can take it back.';
    expect(sayDetail(detail, 'forbidden', 'en')).toBe(detail);
    expect(sayDetail(detail, 'forbidden', 'sw')).toBe('Huwezi kufanya hivi. Mwombe mmiliki au msimamizi.');
    expect(sayDetail('Too many attempts: try again in 30 seconds.', 'rate_limited', 'sw')).toContain('sekunde 30');
  });

  it('is in the language of the cookie', () => {
    expect(readLocale(new Headers({ cookie: 'a=b; tillgate-locale=sw; c=d' }))).toBe('sw');
    expect(readLocale(new Headers({ cookie: 'not-tillgate-locale=sw' }))).toBe('en');
    expect(readLocale(undefined)).toBe('en');
  });
});
