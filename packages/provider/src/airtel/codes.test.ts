import { decode } from '@tillgate/domain/catalogue';
import { explainCode, type Said } from '@tillgate/domain/rails';
import { describe, expect, it } from 'vitest';
import { knownCodes, type Meaning, meaningOf } from './codes.ts';

/** Something that each code with two meanings says, and nothing. */
const messages = ['', 'Msisdn Not Found', 'Duplicate exttRID', 'Missing header/body params'];
const said: readonly Said[] = [
  { of: 'prompt', as: 'answer' },
  { of: 'prompt', as: 'result' },
  { of: 'payout', as: 'answer' },
  { of: 'reversal', as: 'question' },
];
const explained = (code: string, message = '', where: Said = { of: 'prompt', as: 'result' }) =>
  explainCode({ code, message }, where, 'airtel');

/** What may be said of a code that means this: never that something may be repeated which may have moved money. */
const allowed: Record<Meaning, readonly string[]> = {
  success: ['success'],
  in_process: ['pending'],
  // Three of them are usually the refusal of which their text speaks.
  open: ['pending', 'your_setup', 'provider_system'],
  failed: ['customer', 'limit', 'balance', 'provider_system'],
  refused: ['customer', 'limit', 'balance', 'provider_system', 'your_setup'],
  used_id: ['provider_system'],
  unknown_id: ['pending', 'customer'],
};
const mayRepeat: ReadonlySet<Meaning> = new Set(['failed', 'refused']);

/** Never the reason of anything: a success is told as 0. */
const unexplained = new Set(['DP03520001001']);
const cases = knownCodes
  .filter((code) => !unexplained.has(code))
  .flatMap((code) => messages.map((message) => [code, message, meaningOf(code, message) as Meaning] as const));

describe('the catalogue', () => {
  it.each(cases)('explains %s with %j as what it is taken for: %s', (code, message, meaning) => {
    for (const where of said) {
      const { category, retryable } = explained(code, message, where);
      expect(allowed[meaning]).toContain(category);
      if (!mayRepeat.has(meaning)) expect(retryable).toBe(false);
    }
  });

  it.each([...unexplained])('leaves %s unknown, which is never repeated', (code) => {
    expect(explained(code)).toMatchObject({ category: 'unknown', retryable: false });
  });

  it.each(knownCodes)('tells the meanings of %s apart as the adapter does', (code) => {
    const meanings = new Set(messages.map((message) => meaningOf(code, message)));
    const titles = new Set(messages.map((message) => explained(code, message).title));
    expect(titles.size).toBe(meanings.size);
  });

  it.each(['http_401', 'http_429', 'token_refused', 'too_late', 'TF', 'TE'])(
    'explains %s, which the adapter says itself',
    (code) => {
      expect(explained(code).category).not.toBe('unknown');
    },
  );

  it.each(['unreachable', 'token_unavailable', 'key_unavailable', 'credential_failed', 'phone_form', 'id_form'])(
    'explains %s by its text, as on every network',
    (code) => {
      const text = { code, message: 'It did not work.' };
      expect(explained(code, text.message)).toEqual(decode({ family: 'api', ...text }));
      expect(explained(code)).toMatchObject({ category: 'unknown', retryable: false });
    },
  );
});
