import { startSimulator } from '@tillgate/simulator/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paymentCodes, payoutCodes } from './trigger-codes.ts';

type Row = { phone: string; amount: number; remark: string; resultCode: number | string | null; group: string };
type Tables = { scenarios: Row[]; payoutScenarios: Row[] };
/** These say that something else decides: the payout stays open. */
const undecided = ['15', '100000000'];

let simulator: Awaited<ReturnType<typeof startSimulator>>;
let tables: Tables;
beforeAll(async () => {
  simulator = await startSimulator();
  tables = (await (await fetch(`${simulator.url}/admin/magic`)).json()) as Tables;
});
afterAll(() => simulator.close());

/** The codes that a table ends with by itself. */
const codesOf = (rows: Row[]) =>
  rows
    .filter(({ group, resultCode }) => group === 'result' && resultCode !== null)
    .map((row) => ({ ...row, code: String(row.resultCode) }));

it('every code that the sandbox lets a collection fail with can be triggered, as the sandbox has it', () => {
  const failures = codesOf(tables.scenarios).filter(({ code }) => code !== '0');
  expect(Object.fromEntries(failures.map(({ code, phone, amount }) => [code, { phone, amount }]))).toEqual(
    paymentCodes,
  );
});

it('every code that the sandbox lets a payout end with can be triggered, as the sandbox has it', () => {
  const endings = codesOf(tables.payoutScenarios).filter(({ code }) => !undecided.includes(code));
  expect(Object.fromEntries(endings.map(({ code, remark }) => [code, remark]))).toEqual(payoutCodes);
});
