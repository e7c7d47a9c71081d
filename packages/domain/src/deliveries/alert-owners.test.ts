import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../members/index.ts';
import { type SeededMerchant, seed, type TestContext, testContext } from '../testing/index.ts';
import type { Alert } from './alert-mail.ts';
import { alertOwners } from './alert-owners.ts';

let test: TestDatabase;
let ctx: TestContext;

beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
afterAll(() => test.close());

const failingSince = new Date('2026-03-01T10:00:00.250Z');
const at = new Date('2026-03-01T10:03:00.000Z');

type EndpointState = { failingSince?: Date | null; alertsSent?: number; status?: 'disabled'; deletedAt?: Date };

/** A merchant of its own with one endpoint that fails, and its emails. */
async function failingEndpoint(state: EndpointState = {}) {
  const merchant = await seed(ctx).owner().application({ name: 'Duka' }).member('admin').member('developer').mint();
  const { applicationId } = merchant;
  const endpointId = uuidv7();
  await ctx.db.prisma.webhookEndpoint.create({
    data: {
      id: endpointId,
      applicationId,
      environment: 'sandbox',
      url: 'https://shop.example/hook?key=s3cret',
      events: [],
      sealedSecret: 'sealed',
      createdAt: failingSince,
      failingSince,
      ...state,
    },
  });
  const failing = (kind: 'failing' | 'half'): Alert => ({ kind, endpointId, failingSince, error: 'It is down.', at });
  return {
    merchant,
    endpointId,
    failing,
    disabled: (on = at): Alert => ({ kind: 'disabled', endpointId, reason: 'It is gone.', failingSince, at: on }),
    mails: () =>
      ctx.db.prisma.mail.findMany({ where: { text: { contains: endpointId } }, orderBy: { createdAt: 'asc' } }),
    level: async () =>
      (await ctx.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } })).alertsSent,
  };
}

const subjects = (mails: { subject: string }[]) => mails.map(({ subject }) => subject.split(':')[0]);
const alert = (given: Alert) => alertOwners(ctx.db.pool, given);

async function addOwner({ organizationId }: SeededMerchant): Promise<string> {
  const other = await seed(ctx).owner().application().mint();
  await addMember(ctx, { organizationId, userId: other.owner.userId, role: 'owner' });
  return other.owner.email;
}

describe('an alert', () => {
  it('is a mail to each owner, due at once, and to no other member', async () => {
    const { merchant, failing, mails } = await failingEndpoint();
    const second = await addOwner(merchant);
    await alert(failing('failing'));
    const written = await mails();
    expect(written.map(({ to }) => to).sort()).toEqual([merchant.owner.email, second].sort());
    for (const mail of written) {
      expect(mail).toMatchObject({ status: 'due', nextAttemptAt: at, createdAt: at });
      expect(mail.subject).toBe('Webhooks fail: shop.example, Duka (sandbox)');
      expect(mail.text).toContain('It is down.');
      expect(mail.text).not.toContain('s3cret');
    }
  });

  it('is for no owner who is disabled, or does not want it', async () => {
    const { merchant, failing, disabled, mails } = await failingEndpoint();
    const [muted, gone] = [await addOwner(merchant), await addOwner(merchant)];
    await ctx.db.prisma.user.update({ where: { email: muted }, data: { mutedMails: ['float', 'endpoints'] } });
    await ctx.db.prisma.user.update({ where: { email: gone }, data: { disabledAt: at } });
    await alert(failing('failing'));
    await alert(disabled());
    expect((await mails()).map(({ to }) => to)).toEqual([merchant.owner.email, merchant.owner.email]);
  });

  it('of a kind is told once in a run of failures, however many notice it at once', async () => {
    const { failing, mails, level } = await failingEndpoint();
    await Promise.all(Array.from({ length: 8 }, () => alert(failing('failing'))));
    expect([await level(), subjects(await mails())]).toEqual([1, ['Webhooks fail']]);
    await Promise.all(Array.from({ length: 8 }, () => alert(failing('half'))));
    expect([await level(), subjects(await mails())]).toEqual([2, ['Webhooks fail', 'Webhooks still fail']]);
  });

  it('that is less than what was told is not told', async () => {
    const { failing, mails, level } = await failingEndpoint();
    await alert(failing('half'));
    await alert(failing('failing'));
    expect([await level(), subjects(await mails())]).toEqual([2, ['Webhooks still fail']]);
  });

  it('of one run is not told again after its count was lost, that of the next run is', async () => {
    const { endpointId, failing, mails } = await failingEndpoint();
    const nextRun = new Date('2026-03-09T10:00:00.000Z');
    await alert(failing('failing'));
    const reset = (to: Date) =>
      ctx.db.prisma.webhookEndpoint.update({ where: { id: endpointId }, data: { alertsSent: 0, failingSince: to } });
    await reset(failingSince);
    await alert(failing('failing'));
    expect(await mails()).toHaveLength(1);
    await reset(nextRun);
    await alert({ kind: 'failing', endpointId, failingSince: nextRun, error: 'Again.', at: nextRun });
    expect(await mails()).toHaveLength(2);
  });

  it.each<[string, EndpointState]>([
    ['answers again', { failingSince: null }],
    ['is disabled', { status: 'disabled' }],
    ['is deleted', { status: 'disabled', deletedAt: at }],
  ])('of failures is not told once the endpoint %s', async (_state, state) => {
    const { failing, mails, level } = await failingEndpoint(state);
    await alert(failing('failing'));
    expect([await level(), await mails()]).toEqual([0, []]);
  });

  it('that it was disabled is told whatever was told before, once per time', async () => {
    const { disabled, mails } = await failingEndpoint({ status: 'disabled', alertsSent: 2 });
    await Promise.all([alert(disabled()), alert(disabled())]);
    expect(subjects(await mails())).toEqual(['Webhook endpoint disabled']);
    await alert(disabled(new Date('2026-04-01T00:00:00.000Z')));
    expect(await mails()).toHaveLength(2);
  });

  it('of an endpoint that is deleted, or never was, is told to nobody', async () => {
    const { disabled, mails } = await failingEndpoint({ status: 'disabled', deletedAt: at });
    await alert(disabled());
    expect(await mails()).toEqual([]);
    await alert({ kind: 'failing', endpointId: uuidv7(), failingSince, error: 'x', at });
  });

  it('in a transaction that rolls back leaves nothing: no mail, and nothing counted as told', async () => {
    const { failing, mails, level } = await failingEndpoint();
    const rolledBack = ctx.db.transaction(async (db) => {
      await alertOwners(db, failing('failing'));
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect([await level(), await mails()]).toEqual([0, []]);
    await alert(failing('failing'));
    expect(await mails()).toHaveLength(1);
  });
});
