import { readPayoutFile } from '@tillgate/domain/batches';
import { expect, it } from 'vitest';
import { faults, faultyList, paidList, staff } from './payroll-plan.ts';

async function codesOf(list: string) {
  const reading = await readPayoutFile(list);
  if (reading.is === 'unclear') throw new Error('The columns are unclear.');
  const codes = reading.rows.flatMap(({ problems, warnings }) => [...problems, ...warnings].map(({ code }) => code));
  return { counts: reading.counts, codes: new Set<string>(codes) };
}

it('the payroll of last month is without a fault', async () => {
  const { counts, codes } = await codesOf(paidList);
  expect(counts).toMatchObject({ good: staff.length, refused: 0 });
  expect([...codes]).toEqual([]);
});

it('the payroll of this month has all its faults, and those that only earlier payouts tell', async () => {
  const { codes } = await codesOf(faultyList);
  expect(faults).toHaveLength(8);
  const ofHistory = ['payee_changed', 'name_different'];
  expect(faults.map(({ code }) => code).filter((code) => !codes.has(code))).toEqual(ofHistory);
});
