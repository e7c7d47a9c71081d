import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let ctx: TestContext;
let env: Record<string, string>;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: (await generateSealKeys()).publicKey };
});
afterAll(() => test.close());

/** The exit code and the one object that a command printed. */
async function run(applicationId: string, command: string, ...args: string[]) {
  const all = ['policy', command, '--app', applicationId, '--env', 'production', ...args, '--json'];
  const { code, stdout, stderr } = await tillgate(all, env);
  return { code, ...JSON.parse(stdout || stderr) };
}

describe('the policy for money out', () => {
  it('is set by the operator alone, kept, shown and taken away; every owner is told', async () => {
    const { applicationId, owner } = await seed(ctx).owner().application().mint();
    const none = {
      code: 0,
      payoutFrom: null,
      reversalFrom: null,
      apiApprovalFrom: null,
      perTransaction: null,
      perDay: null,
      perRecipientPerDay: null,
      perKeyPerDay: null,
      apiLikeDashboard: true,
      requireKey: true,
      batchFrom: null,
      resolutionFrom: null,
    };
    expect(await run(applicationId, 'show')).toEqual(none);
    const limits = ['--per-transaction', '1', '--per-day', '2', '--per-recipient', '3', '--per-key', '4'];
    const approvals = ['--payout-from', '5', '--reversal-from', '6', '--api-approval-from', '7', '--require-key', 'no'];
    const resolutions = ['--resolution-from', '8', '--batch-from', '9'];
    const all = {
      code: 0,
      payoutFrom: 5,
      reversalFrom: 6,
      apiApprovalFrom: 7,
      perTransaction: 1,
      perDay: 2,
      perRecipientPerDay: 3,
      perKeyPerDay: 4,
      apiLikeDashboard: true,
      requireKey: false,
      batchFrom: 9,
      resolutionFrom: 8,
    };
    expect(await run(applicationId, 'set', ...limits, ...approvals, ...resolutions)).toEqual(all);
    expect(await run(applicationId, 'set', '--per-day', 'none')).toEqual({ ...all, perDay: null });
    expect(await run(applicationId, 'show')).toEqual({ ...all, perDay: null });
    const audits = await ctx.db.prisma.auditEntry.findMany({ where: { action: 'approval_policy.changed' } });
    expect(audits.map(({ actor }) => actor)).toEqual(['operator', 'operator']);
    expect(await ctx.db.prisma.mail.count({ where: { to: owner.email } })).toBe(2);
  });

  it('holds the API to the amounts of the dashboard, to its own, or to none', async () => {
    const { applicationId } = await seed(ctx).owner().application().mint();
    const set = (...args: string[]) => run(applicationId, 'set', '--payout-from', '5', ...args);
    expect(await set('--api-approval-from', 'none')).toMatchObject({ apiApprovalFrom: null, apiLikeDashboard: false });
    expect(await set('--api-approval-from', '9')).toMatchObject({ apiApprovalFrom: 9 });
    expect(await set('--api-approval-from', 'dashboard')).toMatchObject({
      apiApprovalFrom: null,
      apiLikeDashboard: true,
    });
  });

  it('is refused with the option that is wrong', async () => {
    const { applicationId } = await seed(ctx).owner().application().mint();
    const refused = (option: string) => ({ code: 'invalid_input', issues: [{ path: option }] });
    expect(await run(applicationId, 'set', '--per-day', '1.5')).toMatchObject(refused('--per-day'));
    expect(await run(applicationId, 'set', '--per-key', '')).toMatchObject(refused('--per-key'));
    expect(await run(applicationId, 'set', '--require-key', 'maybe')).toMatchObject(refused('--require-key'));
    expect(await run(crypto.randomUUID(), 'set', '--per-day', '1')).toMatchObject({ code: 'not_found' });
    expect(await run('no-id', 'show')).toMatchObject({ code: 'not_found' });
  });
});
