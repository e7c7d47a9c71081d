import { describe, expect, it } from 'vitest';
import { findScenario, ordinaryScenario, promptScenarios } from './magic.ts';
import { promptResults } from './results.ts';

const catalogue = [0, 1, 17, 26, 1001, 1019, 1025, 9999, 1032, 1037, 2001, 2028, 2029];
const ordinaryPhones = ['254712345678', '254708374149', '254700000000', '254112345678', '254722000000'];
const ordinaryAmounts = [1, 2, 5, 10, 20, 50, 100, 250, 500, 1000, 1500, 2500, 5000, 10_000, 50_000, 100_000, 150_000];

describe('the rows of the magic table', () => {
  it('cover every result code of the catalogue, the string code and an unlisted one', () => {
    const codes = promptScenarios
      .filter(({ group }) => group === 'result')
      .map(({ result }) => result && promptResults[result].code);
    expect(codes).toEqual(expect.arrayContaining([...catalogue, 'SFC_IC0003', 8006]));
    expect(promptScenarios.map(({ query }) => query)).toEqual(expect.arrayContaining(['only_4999', 'only_500']));
  });

  it('have valid Kenyan phones that end in their amount, and repeat nothing', () => {
    for (const { phone, amount } of promptScenarios) {
      expect(phone).toMatch(/^254(7|1)\d{8}$/);
      expect(phone.endsWith(String(amount))).toBe(true);
      expect(amount).toBeLessThanOrEqual(150_000);
    }
    for (const field of ['slug', 'phone', 'amount', 'title'] as const) {
      expect(new Set(promptScenarios.map((scenario) => scenario[field])).size).toBe(promptScenarios.length);
    }
  });

  it('leave ordinary phones and amounts alone', () => {
    for (const phone of ordinaryPhones) {
      for (const amount of ordinaryAmounts) expect(findScenario(phone, amount)).toBe(ordinaryScenario);
    }
  });

  it('the phone wins over the amount', () => {
    expect(findScenario('254700071032', 72001).slug).toBe('cancelled');
    expect(findScenario('254712345678', 72001).slug).toBe('wrong-pin');
  });
});
