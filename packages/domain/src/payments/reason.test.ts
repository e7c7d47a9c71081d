import { describe, expect, it } from 'vitest';
import { listCatalogue } from '../catalogue/index.ts';
import { reasonOf, reasonOfCode } from './reason.ts';

describe('the reason of a code without its row', () => {
  it.each([
    ['1032', 'customer', 'ancel'],
    ['1', 'balance', 'Insufficient balance'],
    // Only the refusal of a push leaves it on a failed payment: as a result, it says that the prompt is open.
    ['500.001.1001', 'provider_system', 'Merchant unknown'],
    ['400.002.02', 'your_setup', ''],
    ['superseded', 'success', 'Counted with its prompt'],
    ['not_received', 'provider_system', 'Never received'],
    ['424242', 'unknown', 'Unrecognised provider code'],
  ])('%s is %s', (code, category, words) => {
    const reason = reasonOfCode(code);
    expect(reason.category).toBe(category);
    expect(reason.title).toContain(words);
  });

  it('is that of a row with it, for every code of the catalogue', () => {
    const codes = listCatalogue('mpesa').filter(({ family }) => family === 'stk' || family === 'api');
    expect(codes.length).toBeGreaterThan(20);
    for (const { code } of codes) {
      const reason = reasonOfCode(code);
      const ofRows = (['callback', 'push'] as const).map((settledBy) =>
        reasonOf({ resultCode: code, resultDesc: null, settledBy }),
      );
      expect(
        ofRows.map((of) => of?.title),
        code,
      ).toContain(reason.title);
      expect(reason.category, code).not.toBe('pending');
    }
  });
});
