import { describe, expect, it } from 'vitest';
import {
  findSecuredScenario,
  marksOf,
  ordinarySecuredScenario,
  securedScenarios,
  securedScenariosOf,
} from './magic.ts';
import { securedResults } from './result-codes.ts';
import { allOperations } from './row.ts';
import type { Operation } from './scenario.ts';

const core = [15, 17, 18, 19, 20, 21, 22, 24, 25, 26, 29, 100000000, 100000001, 100000002, 100000004, 100000005];
const coreRest = [100000007, 100000009, 100000010, 100000011, '00.002.1001'];
const b2c = [0, 1, 2, 3, 4, 8, 11, 21, 2001, 2006, 2028, 2040, 8006, 'SFC_IC0003'];
const reversal = [0, 1, 11, 21, 2001, 2006, 2028, 8006, 'R000001', 'R000002'];
const catalogue = [0, 2001, 'C2B00011', 'C2B00012', 'C2B00013', 'C2B00014', 'C2B00015', 'C2B00016'];
const amounts = [1, 2, 9, 10, 50, 100, 250, 500, 1000, 1500, 2500, 5000, 10_000, 50_000, 70_005, 100_000, 150_000];

const codesOf = (operation: Operation): (number | string)[] =>
  securedScenariosOf(operation).flatMap(({ result }) => (result === null ? [] : [securedResults[result].code]));

describe('the magic table of the secured operations', () => {
  it('plays every documented result code', () => {
    expect(codesOf('payout')).toEqual(expect.arrayContaining([...b2c, ...core, ...coreRest, ...catalogue]));
    expect(codesOf('reversal')).toEqual(expect.arrayContaining([...reversal, ...core, ...coreRest]));
    for (const operation of ['status', 'balance', 'b2b'] as const) {
      expect(codesOf(operation)).toEqual(expect.arrayContaining([0, ...core, ...coreRest, 2001, 2028, 8006]));
    }
    expect(
      Object.keys(securedResults).filter((name) => !securedScenarios.some(({ result }) => result === name)),
    ).toEqual([]);
  });

  it('has valid phones that end in their number, receipts of ten characters, and repeats nothing', () => {
    for (const scenario of securedScenarios) {
      const { phone, amount, transactionId, remark } = marksOf(scenario);
      expect(phone).toMatch(/^2547\d{8}$/);
      expect(phone.endsWith(String(amount))).toBe(true);
      expect(amount).toBeLessThanOrEqual(150_000);
      expect(transactionId).toMatch(/^[A-Z0-9]{10}$/);
      expect(remark.length).toBeLessThanOrEqual(100);
      expect(scenario.operations.length).toBeGreaterThan(0);
    }
    for (const field of ['slug', 'number', 'title'] as const) {
      expect(new Set(securedScenarios.map((scenario) => scenario[field])).size).toBe(securedScenarios.length);
    }
  });

  it.each(allOperations)(
    'every mark of a row finds it for %s, and no row of another operation is found',
    (operation) => {
      for (const scenario of securedScenarios) {
        const { phone, amount, transactionId, remark } = marksOf(scenario);
        const expected = scenario.operations.includes(operation) ? scenario : ordinarySecuredScenario;
        const isPayout = operation === 'payout';
        expect(findSecuredScenario(operation, { remarks: remark })).toBe(expected);
        expect(findSecuredScenario(operation, { remarks: 'For the order', occasion: remark })).toBe(expected);
        expect(findSecuredScenario(operation, { phone })).toBe(isPayout ? expected : ordinarySecuredScenario);
        expect(findSecuredScenario(operation, { amount })).toBe(isPayout ? expected : ordinarySecuredScenario);
        expect(findSecuredScenario(operation, { transactionId })).toBe(isPayout ? ordinarySecuredScenario : expected);
      }
    },
  );

  it('leaves ordinary requests alone', () => {
    for (const operation of allOperations) {
      for (const amount of amounts) {
        const marks = { phone: '254712345678', amount, transactionId: 'UKK1234567', remarks: 'hang', occasion: '' };
        expect(findSecuredScenario(operation, marks)).toBe(ordinarySecuredScenario);
      }
    }
  });

  it('a remark wins over a phone, and a phone over an amount', () => {
    const marks = { phone: '254700070001', amount: 72001 };
    expect(findSecuredScenario('payout', marks).slug).toBe('insufficient-funds');
    expect(findSecuredScenario('payout', { ...marks, remarks: 'magic:hang' }).slug).toBe('hang');
    expect(findSecuredScenario('payout', { amount: 72001 }).slug).toBe('initiator-invalid');
  });
});
