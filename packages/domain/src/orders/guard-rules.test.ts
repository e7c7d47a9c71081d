import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRule, listRules, type Rule, removeRule } from '../guards/index.ts';
import { operator } from '../kernel/authority.ts';
import { authorityOf } from '../organizations/index.ts';
import { approveOrder } from './approve-order.ts';
import { executeOrder } from './execute-order.ts';
import { newKey, type Office, orderOf, ordersWorld, refusalOf } from './orders.fixture.ts';
import { rejectOrder } from './reject-order.ts';
import { addGuardRule, changeGuardRule, removeGuardRule } from './set-guard-rule.ts';

let world: Awaited<ReturnType<typeof ordersWorld>>;
beforeAll(async () => {
  world = await ordersWorld();
});
afterAll(() => world.close());

const ops = (office: Office) => ({ ...office.as('owner'), db: office.rows, actor: 'operator', authority: operator });
const rulesOf = (office: Office) => listRules(office.rows.pool, office.as('owner').tenant);
const adminOf = (office: Office) => ({ ...office.as('finance'), authority: authorityOf('admin') });
const mailsOf = async (office: Office) =>
  (
    await office.rows.prisma.mail.findMany({
      where: { to: office.merchant.owner.email, subject: { startsWith: 'Guard changed' } },
      orderBy: { id: 'asc' },
    })
  ).map(({ text }) => text);
const auditOf = async (office: Office) =>
  (
    await office.rows.prisma.auditEntry.findMany({
      where: { action: { startsWith: 'guard_rule.' }, applicationId: office.merchant.applicationId },
      orderBy: { id: 'asc' },
    })
  ).map(({ action, detail }) => ({ action, ...Object(detail) }));

/** An office whose first finance member is an admin, with a rule. */
async function twoAdmins(given: { mode?: Rule['mode']; from?: number } = {}): Promise<{ office: Office; rule: Rule }> {
  const office = await world.office();
  const { organizationId, members } = office.merchant;
  const where = { organizationId_userId: { organizationId, userId: members[0]?.userId ?? '' } };
  await office.rows.prisma.membership.update({ where, data: { role: 'admin' } });
  const { tenant } = office.as('owner');
  const { mode = 'refuse', from = 1_000 } = given;
  const rule = await addRule(ops(office), { ...tenant, kind: 'new_payee', mode, settings: { from } });
  return { office, rule };
}

const waitingOf = (set: Awaited<ReturnType<typeof removeGuardRule>>) => {
  if (set.status !== 'waiting') throw new Error(set.status);
  return set.orderId;
};

describe('tightening', () => {
  it('holds at once, is audited, and every owner is told', async () => {
    const { office, rule } = await twoAdmins();
    const admin = adminOf(office);
    office.clock.advance(1);
    const given = { kind: 'prompts_per_phone' as const, mode: 'refuse' as const, settings: { count: 3 } };
    const added = await addGuardRule(admin, given);
    expect(added).toMatchObject({ status: 'applied', rule: { settings: { count: 3, minutes: 10 } } });
    expect(await addGuardRule(admin, given)).toEqual({ status: 'unchanged', rule: added.rule });
    office.clock.advance(1);
    const tighter = { ruleId: rule.id, mode: 'refuse' as const, settings: { from: 500 } };
    expect(await changeGuardRule(admin, tighter)).toMatchObject({ status: 'applied' });
    expect(await changeGuardRule(admin, tighter)).toMatchObject({ status: 'unchanged' });
    expect(await rulesOf(office)).toEqual([{ ...rule, settings: { from: 500 } }, added.rule]);
    expect(await auditOf(office)).toMatchObject([
      { action: 'guard_rule.added', kind: 'new_payee', from: 1_000, loosened: false },
      { action: 'guard_rule.added', kind: 'prompts_per_phone', count: 3, environment: 'sandbox', approvedBy: null },
      { action: 'guard_rule.changed', mode: 'refuse', from: 500, fromBefore: 1_000, loosened: false },
    ]);
    const mails = await mailsOf(office);
    expect(mails).toHaveLength(3);
    expect(mails[0]).toContain('The operator changed the rules');
    expect(mails[2]).toContain('KES 1,000 or more to a phone that is new → refuse: payouts of KES 500 or more');
  });

  it('a rule that only watches is changed and removed at once', async () => {
    const { office, rule } = await twoAdmins({ mode: 'watch' });
    const change = { ruleId: rule.id, mode: 'watch' as const, settings: { from: 150_000 } };
    expect(await changeGuardRule(adminOf(office), change)).toMatchObject({ status: 'applied' });
    expect(await removeGuardRule(adminOf(office), { ruleId: rule.id })).toEqual({ status: 'applied', rule: null });
    expect(await rulesOf(office)).toEqual([]);
  });
});

describe('loosening', () => {
  it.each<[string, 'hold' | 'watch' | 'refuse', number]>([
    ['refuse to hold', 'hold', 1_000],
    ['refuse to watch', 'watch', 1_000],
    ['a larger amount', 'refuse', 1_001],
  ])('%s waits for another person, and holds once approved', async (_, mode, from) => {
    const { office, rule } = await twoAdmins();
    const wish = { ruleId: rule.id, mode, settings: { from } };
    const set = await changeGuardRule(adminOf(office), wish);
    expect(set.rule).toEqual(rule);
    office.clock.advance(1);
    const orderId = waitingOf(set);
    expect(waitingOf(await changeGuardRule(adminOf(office), wish))).toBe(orderId);
    expect(await rulesOf(office)).toEqual([rule]);
    expect(await refusalOf(approveOrder(adminOf(office), { orderId }))).toMatchObject({ code: 'forbidden' });
    expect(await refusalOf(approveOrder(office.as('finance', 1), { orderId }))).toMatchObject({ code: 'forbidden' });
    await approveOrder(office.as('owner'), { orderId });
    expect(await executeOrder(office.worker, { orderId })).toBe('executed');
    expect((await orderOf(office, orderId)).outcome).toEqual({ ok: true });
    expect(await rulesOf(office)).toEqual([{ ...rule, mode, settings: { from } }]);
    expect((await auditOf(office)).at(-1)).toMatchObject({
      action: 'guard_rule.changed',
      loosened: true,
      approvedBy: office.merchant.owner.userId,
    });
    expect((await mailsOf(office)).at(-1)).toContain(`${office.merchant.owner.email} approved it`);
  });

  it('removing waits, too', async () => {
    const { office, rule } = await twoAdmins({ mode: 'hold' });
    office.clock.advance(1);
    const orderId = waitingOf(await removeGuardRule(adminOf(office), { ruleId: rule.id }));
    const mails = await office.rows.prisma.mail.findMany({ where: { dedupeKey: { startsWith: `order:${orderId}:` } } });
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringContaining('Change a rule (Removed: hold for a second person: payouts of KES 1,000 or more'),
    ]);
    await approveOrder(office.as('owner'), { orderId });
    await executeOrder(office.worker, { orderId });
    expect(await rulesOf(office)).toEqual([]);
    expect((await auditOf(office)).at(-1)).toMatchObject({ action: 'guard_rule.removed', loosened: true });
  });

  it('a rejected change changes nothing, and one that is outdated is refused', async () => {
    const { office, rule } = await twoAdmins();
    const change = (from: number) => ({ ruleId: rule.id, mode: 'refuse' as const, settings: { from } });
    const rejected = waitingOf(await changeGuardRule(adminOf(office), change(2_000)));
    await rejectOrder(office.as('owner'), { orderId: rejected });
    const outdated = waitingOf(await changeGuardRule(adminOf(office), change(3_000)));
    const gone = waitingOf(await changeGuardRule(adminOf(office), change(4_000)));
    await changeGuardRule(office.as('owner'), change(500));
    await approveOrder(office.as('owner'), { orderId: outdated });
    await executeOrder(office.worker, { orderId: outdated });
    expect((await orderOf(office, outdated)).outcome).toMatchObject({ ok: false, code: 'invalid_input' });
    expect(await rulesOf(office)).toMatchObject([{ settings: { from: 500 } }]);
    await removeRule(ops(office), { ...office.as('owner').tenant, ruleId: rule.id });
    await approveOrder(office.as('owner'), { orderId: gone });
    await executeOrder(office.worker, { orderId: gone });
    expect((await orderOf(office, gone)).outcome).toMatchObject({ ok: false, code: 'invalid_input' });
    expect(await rulesOf(office)).toEqual([]);
  });

  it('a row of a change that nobody decided about changes nothing', async () => {
    const { office, rule } = await twoAdmins();
    const now = office.clock.now();
    const id = newKey();
    await office.rows.prisma.order.create({
      data: {
        id,
        ...office.as('owner').tenant,
        kind: 'guard_change',
        status: 'approved',
        input: { before: rule, after: null },
        requestedBy: adminOf(office).actor.slice('user:'.length),
        requestKey: newKey(),
        createdAt: now,
        expiresAt: new Date(now.getTime() + 600_000),
      },
    });
    await executeOrder(office.worker, { orderId: id });
    expect((await orderOf(office, id)).outcome).toMatchObject({ ok: false, code: 'approval_required' });
    expect(await rulesOf(office)).toEqual([rule]);
  });

  it('where nobody else could approve it holds at once, and the owners are told', async () => {
    const office = await world.office();
    const { rule } = await addGuardRule(office.as('owner'), {
      kind: 'first_prompt_max',
      mode: 'refuse',
      settings: { max: 5 },
    });
    expect(await removeGuardRule(office.as('owner'), { ruleId: rule?.id ?? '' })).toEqual({
      status: 'applied',
      rule: null,
    });
    expect((await mailsOf(office)).at(-1)).toContain('No second person had to approve it');
  });
});

describe('refused', () => {
  it('who may not change the policy, and API keys', async () => {
    const { office, rule } = await twoAdmins();
    for (const by of [office.as('finance', 1), office.as('developer'), { ...office.as('owner'), actor: 'key:1' }]) {
      const given = { kind: 'same_payout_soon', mode: 'hold' } as const;
      expect(await refusalOf(addGuardRule(by, given))).toMatchObject({ code: 'forbidden' });
      const change = { ruleId: rule.id, mode: 'refuse', settings: { from: 1 } } as const;
      expect(await refusalOf(changeGuardRule(by, change))).toMatchObject({ code: 'forbidden' });
      expect(await refusalOf(removeGuardRule(by, { ruleId: rule.id }))).toMatchObject({ code: 'forbidden' });
    }
    expect(await rulesOf(office)).toEqual([rule]);
  });

  it('rules of another application', async () => {
    const [{ office }, other] = await Promise.all([twoAdmins(), twoAdmins()]);
    const change = { ruleId: other.rule.id, mode: 'refuse', settings: { from: 1 } } as const;
    expect(await refusalOf(changeGuardRule(office.as('owner'), change))).toMatchObject({ code: 'not_found' });
    const removal = removeGuardRule(office.as('owner'), { ruleId: other.rule.id });
    expect(await refusalOf(removal)).toMatchObject({ code: 'not_found' });
  });

  it.each<[string, object]>([
    ['a prompt that waits', { kind: 'prompts_per_phone', mode: 'hold' }],
    ['a number out of bounds', { kind: 'prompts_per_phone', mode: 'refuse', settings: { count: 51 } }],
    ['a number of another kind', { kind: 'new_payee', mode: 'refuse', settings: { from: 1, hours: 1 } }],
    ['a missing number', { kind: 'new_payee', mode: 'refuse' }],
    ['an unknown kind', { kind: 'sim_swap', mode: 'refuse' }],
  ])('%s', async (_, given) => {
    const office = await world.office();
    expect(await refusalOf(addGuardRule(office.as('owner'), given as never))).toMatchObject({ code: 'invalid_input' });
  });

  it('more rules than an application may have', async () => {
    const office = await world.office();
    const { applicationId, environment } = office.as('owner').tenant;
    await office.rows.prisma.guardRule.createMany({
      data: Array.from({ length: 40 }, (_, index) => ({
        id: newKey(),
        applicationId,
        environment,
        kind: 'first_prompt_max' as const,
        mode: 'watch' as const,
        settings: { max: index + 1 },
        createdBy: 'operator',
        createdAt: office.clock.now(),
      })),
    });
    const more = { kind: 'first_prompt_max', mode: 'watch', settings: { max: 41 } } as const;
    expect(await refusalOf(addGuardRule(office.as('owner'), more))).toMatchObject({ code: 'invalid_input' });
  });
});

it('the operator removes a rule whose numbers do not fit its kind', async () => {
  const { office, rule } = await twoAdmins();
  await office.rows.prisma.guardRule.update({ where: { id: rule.id }, data: { settings: { hours: 'x' } } });
  await expect(rulesOf(office)).rejects.toThrow('cannot be read at from');
  expect(await removeRule(ops(office), { ...office.as('owner').tenant, ruleId: rule.id })).toMatchObject({
    kind: 'new_payee',
  });
  expect(await rulesOf(office)).toEqual([]);
});
