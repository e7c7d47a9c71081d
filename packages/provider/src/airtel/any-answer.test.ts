import fc from 'fast-check';
import { expect, it } from 'vitest';
import { classifyAsked } from './ask.ts';
import { classifyBalance } from './ask-balance.ts';
import { classifyKey } from './encryption-keys.ts';
import { classifyToken } from './fetch-token.ts';
import { classifyHolder } from './find-holder.ts';
import { classifyPayout } from './pay-out.ts';
import { classifyPush } from './push-prompt.ts';
import { readNotice } from './read-notice.ts';
import { classifyRefund } from './refund.ts';

const id = 'ours1';
const takenCodes = ['DP00800001006', 'ESB000010'];
const usedCodes = ['DP00900001017', 'ESB000041'];
const openCodes = ['DP00900001000', 'DP00900001014', 'DP00900001001', 'ROUTER117', 'DP00900001006'];
const refusals = ['DP00900001007', 'ROUTER115', 'ESB000033', 'ESB000011', 'DP00800001010'];
const code = fc.constantFrom(
  undefined,
  'DP00999999999',
  7,
  null,
  ...takenCodes,
  ...usedCodes,
  ...openCodes,
  ...refusals,
);
const letters = fc.constantFrom(undefined, null, '', 'SUCCESS', 'TS', 'TF', 'TE', 'TA', 'TIP', 'TI', 'TR', 'TZ', 1);
const success = fc.constantFrom(true, false, undefined, 'true', 1, null);
const statusCode = fc.constantFrom(200, 202, 302, 400, 401, 403, 404, 408, 429, 500, 502, 504);

/** An answer of the network's form, with parts that contradict each other. */
const answer = fc
  .record({
    letters,
    success,
    newer: code,
    older: code,
    statusCode,
    repeated: fc.constantFrom(undefined, false, id, 'x'),
  })
  .map((parts) => {
    const json = {
      data: { transaction: { id: parts.repeated, status: parts.letters, airtel_money_id: 'MP1' } },
      status: { success: parts.success, response_code: parts.newer, result_code: parts.older, message: 'Said so' },
    };
    const codes = [parts.newer, parts.older].filter((one) => typeof one === 'string');
    const whole = { kind: 'answered' as const, statusCode: parts.statusCode, json, text: JSON.stringify(json) };
    return { ...parts, codes, whole, isOk: parts.statusCode < 300 };
  });

it('a prompt counts as taken only with success, a known code and nothing against it', () => {
  fc.assert(
    fc.property(answer, ({ whole, codes, success: said, isOk, repeated, newer, older }) => {
      if (classifyPush(whole, id).kind !== 'accepted') return;
      expect([said, isOk, repeated === 'x']).toEqual([true, true, false]);
      expect(codes.every((one) => takenCodes.includes(one)) && codes.length > 0).toBe(true);
      expect([newer, older]).not.toContain(7);
    }),
    { numRuns: 2_000 },
  );
});

it('a payout counts as done only with TS and success, and as refused only when nothing says that it may be done', () => {
  fc.assert(
    fc.property(answer, ({ whole, codes, letters: state, success: said, isOk, repeated, statusCode: http }) => {
      const outcome = classifyPayout(whole, id);
      if (outcome.kind === 'accepted') {
        expect([said, isOk, repeated === 'x']).toEqual([true, true, false]);
        if (outcome.fact?.outcome === 'success') expect(state).toBe('TS');
        expect(outcome.fact?.outcome).not.toBe('failed');
      }
      if (outcome.kind === 'rejected' && !['http_401', 'http_429'].includes(outcome.code)) {
        expect(state).not.toBe('TS');
        expect(http).toBeLessThan(500);
        expect(repeated).not.toBe('x');
        for (const one of [...usedCodes, ...openCodes]) expect(codes).not.toContain(one);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('a question settles only by the letters of a state of the same id', () => {
  fc.assert(
    fc.property(answer, ({ whole, letters: state, isOk, repeated }) => {
      const asked = classifyAsked(whole, 'prompt', id);
      if (asked.kind !== 'told' || asked.fact.outcome === 'open') return;
      expect([isOk, repeated === 'x']).toEqual([true, false]);
      expect(asked.fact.outcome === 'success' ? ['TS'] : ['TF', 'TE']).toContain(state);
      expect(asked.fact.code === '0').toBe(asked.fact.outcome === 'success');
    }),
    { numRuns: 2_000 },
  );
});

it('no body at all makes a reader throw, and none is a word without its key', () => {
  const readers = [classifyToken, classifyKey, classifyBalance];
  fc.assert(
    fc.property(fc.jsonValue(), statusCode, (value, http) => {
      const text = JSON.stringify(value);
      const json = typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
      const whole = { kind: 'answered' as const, statusCode: http, json, text };
      for (const read of readers) read(whole);
      for (const outcome of [classifyPush(whole, id), classifyPayout(whole, id), classifyRefund(whole, 'MP1')]) {
        expect(outcome.kind).not.toBe('accepted');
      }
      classifyHolder(whole, '733123456');
      const notice = readNotice(Buffer.from(`{"transaction":${text},"hash":${text}}`), 'key-of-a-test');
      expect(notice).not.toMatchObject({ trust: 'word' });
    }),
    { numRuns: 1_000 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(readNotice(bytes, 'key-of-a-test')).toMatchObject({ kind: 'unreadable' });
    }),
    { numRuns: 500 },
  );
});
