import { decode, listCatalogue, listExplanations, peopleTitles } from '@tillgate/domain/catalogue';
import { explainCode, type Said } from '@tillgate/domain/rails';
import { describe, expect, it } from 'vitest';
import en from '../../messages/en/reasons.json' with { type: 'json' };
import sw from '../../messages/sw/reasons.json' with { type: 'json' };
import { locales } from '../i18n/locale.ts';
import { fill } from './fill.ts';
import { audienceOf, sayReason, sayReasonsOf } from './say-reason.ts';

const wrongPin = decode({ family: 'stk', code: '2001' });

describe('a reason of failure', () => {
  it('says at the counter what the customer did and what to do, and nothing of code', () => {
    const said = sayReason(wrongPin, 'en', 'counter');
    expect(said.cause).toBe('The customer entered a wrong PIN. Ask them to try again.');
    expect(said.fix).toBeNull();
  });

  it('tells a developer about the idempotency key', () => {
    expect(sayReason(wrongPin, 'en', 'developer').fix).toContain('new idempotency key');
  });

  it('is in Swahili for both, and keeps what machines read', () => {
    const counter = sayReason(wrongPin, 'sw', 'counter');
    expect(counter.cause).toBe('Mteja aliweka PIN isiyo sahihi. Mwombe ajaribu tena.');
    expect(counter.customerMessage).toBe('PIN haikuwa sahihi na hujatozwa. Tafadhali jaribu tena.');
    expect(sayReason(wrongPin, 'sw', 'developer').fix).toContain('idempotency key');
    const { code, category, retryable } = wrongPin;
    expect(counter).toMatchObject({ code, category, retryable });
  });

  it('says an unknown code with what M-PESA said about it', () => {
    const unknown = decode({ family: 'stk', code: '7777', message: 'Odd thing' });
    expect(sayReason(unknown, 'en', 'developer').cause).toBe('M-PESA answered with code 7777. It said: Odd thing');
    expect(sayReason(unknown, 'sw', 'developer').cause).toContain('7777. Ilisema: Odd thing');
    const silent = decode({ family: 'stk', code: 'http_403' });
    expect(sayReason(silent, 'sw', 'developer').cause).toContain('HTTP 403. Haikutoa maelezo.');
  });

  it('puts what M-PESA said into no text of ours', () => {
    const odd = decode({ family: 'stk', code: '7777', message: '{code} $& {said}' });
    expect(sayReason(odd, 'en', 'developer').cause).toBe('M-PESA answered with code 7777. It said: {code} $& {said}');
  });

  const ownCodes = [
    'resolved_not_paid',
    'expired_unanswered',
    'not_received',
    'too_late',
    'unanswered',
    'queue_timeout',
  ];
  const strange = ['no-such-code', 'http_400', 'http_401', 'http_403', 'http_429', 'http_500', 'http_502'];
  const places = (['prompt', 'payout', 'reversal', 'transaction_status', 'account_balance'] as const).flatMap((of) =>
    (['answer', 'question', 'result'] as const).map((as): Said => ({ of, as })),
  );

  it.each(locales)('of another network never names M-PESA: in %s', (locale) => {
    const codes = [...listCatalogue('airtel').map(({ code }) => code), ...ownCodes, ...strange];
    const wrong = codes.flatMap((code) =>
      places.flatMap((place) =>
        (['counter', 'developer'] as const).flatMap((audience) => {
          const decoded = explainCode({ code, message: 'Odd thing' }, place, 'airtel');
          const { title, cause, fix, customerMessage } = sayReason(decoded, locale, audience, 'airtel');
          return [title, cause, fix, customerMessage].filter((text) => text && /M-PESA|\{\w+\}/.test(text));
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('that nobody knows has the network in its title, also in a list', () => {
    const unknown = explainCode({ code: 'no-such-code' }, { of: 'prompt', as: 'result' }, 'airtel');
    expect(sayReason(unknown, 'en', 'developer', 'airtel').title).toBe('Unrecognised Airtel Money code');
    const rows = (['airtel', 'mpesa'] as const).map((rail) => ({ rail, reason: { title: unknown.title } }));
    expect(sayReasonsOf(rows, 'sw').map(({ reason }) => reason?.title)).toEqual([
      'Msimbo wa Airtel Money usiojulikana',
      'Msimbo wa M-PESA usiojulikana',
    ]);
  });

  it('has texts for both readers in both languages, whatever its code', () => {
    const keys = [...listExplanations().map(({ key }) => key), 'superseded', 'http', 'unknown'].sort();
    for (const { of } of [en, sw]) {
      expect(Object.keys(of).sort()).toEqual(keys);
      for (const [key, texts] of Object.entries(of)) {
        for (const [name, text] of Object.entries(texts)) expect(text.trim(), `${key}.${name}`).not.toBe('');
        expect(texts.counter, key).not.toMatch(/idempotency|GET \/|webhook|\bAPI\b|HTTP/);
      }
    }
  });

  it.each(locales)('of every code of the catalogue is said in %s', (locale) => {
    const texts = Object.entries({ en, sw }[locale].of);
    for (const entry of [...listCatalogue('mpesa'), ...listCatalogue('airtel')]) {
      for (const audience of ['counter', 'developer'] as const) {
        const { title, cause } = sayReason(entry, locale, audience);
        const found = texts.find(
          ([key, each]) =>
            peopleTitles[key as keyof typeof peopleTitles][locale] === title &&
            [each.cause, each.counter].some((text) => fill(text, { network: 'M-PESA' }) === cause),
        );
        expect(found, `${entry.family} ${entry.code}`).toBeDefined();
      }
    }
  });
});

describe('who reads', () => {
  it('is a developer only if they may see keys or endpoints', () => {
    expect(['owner', 'admin', 'developer', 'finance', 'support'].map((role) => audienceOf(role as 'owner'))).toEqual([
      'developer',
      'developer',
      'developer',
      'counter',
      'counter',
    ]);
  });
});
