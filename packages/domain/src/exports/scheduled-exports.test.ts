import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resumeOrganization, suspendOrganization } from '../organizations/index.ts';
import { listExports } from '../reading/exports/index.ts';
import { endSchedule, pauseSchedule, resumeSchedule } from './change-schedule.ts';
import { type ExportWorld, exportWorld } from './exports.fixture.ts';
import { listSchedules } from './list-schedules.ts';
import { schedulesMax } from './schedule.ts';
import { scheduleExport } from './schedule-export.ts';
import type { ScheduleExportInput } from './schemas.ts';
import { sweepSchedules } from './sweep-schedules.ts';

let world: ExportWorld;
beforeAll(async () => {
  world = await exportWorld();
});
afterAll(() => world.close());

const daily: ScheduleExportInput = {
  name: 'Yesterday',
  list: 'payments',
  format: 'csv',
  cadence: 'daily',
  hour: 6,
  filter: { status: 'success' },
};

async function finance() {
  const shop = await world.shop();
  return { shop, who: world.as(shop, 'finance') };
}

const goTo = (time: string) => world.ctx.clock.set(new Date(time));
const exportsOf = async (who: Awaited<ReturnType<typeof finance>>['who']) => (await listExports(who, {})).exports;

describe('a schedule', () => {
  it('makes one export of the day before, though several workers sweep, and mails a link to its readers', async () => {
    const { shop, who } = await finance();
    const owner = world.as(shop, 'owner');
    // 28 January 23:59:59 in Nairobi, and the day after.
    goTo('2027-01-28T21:00:00Z');
    await world.payments(who.tenant, 10);
    goTo('2027-01-29T09:00:00Z');
    await world.payments(who.tenant, 20);
    const { nextAt } = await scheduleExport(who, { ...daily, userIds: [who.userId, owner.userId] });
    expect(nextAt).toBe('2027-01-30T03:00:00.000Z');
    goTo('2027-01-30T02:59:59Z');
    await sweepSchedules(world.worker);
    expect(await exportsOf(who)).toEqual([]);
    goTo('2027-01-30T03:00:00Z');
    await Promise.all([1, 2, 3].map(() => sweepSchedules(world.worker)));
    const [made, ...more] = await exportsOf(who);
    expect(more).toEqual([]);
    expect(made?.filter).toEqual({
      status: 'success',
      createdFrom: '2027-01-28T21:00:00.000Z',
      createdTo: '2027-01-29T21:00:00.000Z',
    });
    const exportId = made?.exportId ?? '';
    await world.finish(exportId);
    const { file } = await world.download(who, exportId);
    expect(parse(file, { bom: true, columns: true })).toHaveLength(16);
    const mails = await world.database.prisma.mail.findMany({
      where: { dedupeKey: { startsWith: `export:${exportId}:` } },
    });
    expect(mails).toHaveLength(2);
    expect(await listSchedules(who)).toMatchObject([{ name: 'Yesterday', nextAt: '2027-01-31T03:00:00.000Z' }]);
  });

  it.each([['null'], ['[]'], ['"success"']])(
    'whose filter cannot be read, %s, makes a failed export, never one of all rows',
    async (filter) => {
      const { who } = await finance();
      goTo('2027-02-01T09:00:00Z');
      await world.payments(who.tenant, 2);
      const { scheduleId } = await scheduleExport(who, { ...daily, timeZone: 'UTC' });
      await world.database.pool.query('UPDATE export_schedules SET filter = $1 WHERE id = $2', [filter, scheduleId]);
      goTo('2027-02-02T09:00:00Z');
      await sweepSchedules(world.worker);
      expect(await exportsOf(who)).toMatchObject([
        { status: 'failed', error: expect.stringContaining('The filter of its schedule cannot be read') },
      ]);
    },
  );

  it('makes every export that an outage has missed, each of its own day', async () => {
    const { who } = await finance();
    goTo('2027-02-10T09:00:00Z');
    await scheduleExport(who, { ...daily, timeZone: 'UTC' });
    goTo('2027-02-13T09:00:00Z');
    while ((await sweepSchedules(world.worker)) > 0);
    const from = (await exportsOf(who)).map(({ filter }) => Object(filter).createdFrom);
    expect(from.sort()).toEqual(['10', '11', '12'].map((day) => `2027-02-${day}T00:00:00.000Z`));
  });

  it('ends when a person ends it, and with the rights of whoever made it', async () => {
    const { shop, who } = await finance();
    const first = await scheduleExport(who, daily);
    const second = await scheduleExport(who, { ...daily, name: 'Other' });
    const stranger = (await finance()).who;
    await expect(endSchedule(stranger, first)).rejects.toMatchObject({ code: 'not_found' });
    expect(await endSchedule(who, { scheduleId: first.scheduleId })).toEqual({ ended: true });
    await world.database.prisma.membership.updateMany({ where: { userId: who.userId }, data: { role: 'support' } });
    world.ctx.clock.advance(2 * 86_400);
    await sweepSchedules(world.worker);
    expect([await listSchedules(world.as(shop, 'owner')), await exportsOf(who)]).toEqual([[], []]);
    const entries = await world.database.prisma.auditEntry.findMany({
      where: { subjectId: { in: [first.scheduleId, second.scheduleId] }, action: 'export_schedule.ended' },
    });
    expect(entries.map(({ actor }) => actor).sort()).toEqual(['system', who.actor].sort());
  });

  it('makes nothing while it is paused, and goes on with its next time, without the days of the pause', async () => {
    const { who } = await finance();
    goTo('2027-03-10T09:00:00Z');
    const schedule = await scheduleExport(who, { ...daily, timeZone: 'UTC' });
    for (const _ of [1, 2]) expect(await pauseSchedule(who, schedule)).toEqual({ paused: true });
    expect(await listSchedules(who)).toMatchObject([{ pausedAt: '2027-03-10T09:00:00.000Z', last: null }]);
    goTo('2027-03-14T09:00:00Z');
    await sweepSchedules(world.worker);
    expect(await exportsOf(who)).toEqual([]);
    const stranger = (await finance()).who;
    await expect(resumeSchedule(stranger, schedule)).rejects.toMatchObject({ code: 'not_found' });
    for (const _ of [1, 2]) expect(await resumeSchedule(who, schedule)).toEqual({ nextAt: '2027-03-15T06:00:00.000Z' });
    goTo('2027-03-15T06:00:00Z');
    await sweepSchedules(world.worker);
    const [made, ...more] = await exportsOf(who);
    expect([Object(made?.filter).createdFrom, more]).toEqual(['2027-03-14T00:00:00.000Z', []]);
    expect(made?.schedule).toEqual({ scheduleId: schedule.scheduleId, name: daily.name });
    const last = { exportId: made?.exportId, status: 'queued', error: null };
    expect(await listSchedules(who)).toMatchObject([{ pausedAt: null, last, readers: [{ id: who.userId }] }]);
    const entries = await world.database.prisma.auditEntry.findMany({
      where: { subjectId: schedule.scheduleId, action: { in: ['export_schedule.paused', 'export_schedule.resumed'] } },
    });
    expect(entries).toHaveLength(2);
  });

  it('makes nothing while its organization is suspended, and every day of that time afterwards', async () => {
    const { shop, who } = await finance();
    goTo('2027-04-10T09:00:00Z');
    await scheduleExport(who, { ...daily, timeZone: 'UTC' });
    const suspension = { organizationId: shop.organizationId, reason: 'unpaid bills' };
    await suspendOrganization(world.ctx, suspension);
    goTo('2027-04-12T09:00:00Z');
    await sweepSchedules(world.worker);
    expect(await exportsOf(who)).toEqual([]);
    await resumeOrganization(world.ctx, suspension);
    while ((await sweepSchedules(world.worker)) > 0);
    expect(await exportsOf(who)).toHaveLength(2);
  });

  it('with a filter that the list no longer has makes an export that failed, and holds up no other', async () => {
    const { who } = await finance();
    goTo('2027-05-10T09:00:00Z');
    const { scheduleId } = await scheduleExport(who, { ...daily, timeZone: 'UTC' });
    await scheduleExport(who, { ...daily, timeZone: 'UTC', name: 'Other' });
    await world.database.prisma.exportSchedule.update({
      where: { id: scheduleId },
      data: { filter: { colour: 'red' } },
    });
    goTo('2027-05-11T09:00:00Z');
    await sweepSchedules(world.worker);
    const [other, broken] = await listSchedules(who);
    expect([other?.last?.status, broken?.last?.status]).toEqual(['queued', 'failed']);
    expect(broken?.last?.error).toContain('colour');
  });

  it.each([
    ['with times of its own', { filter: { createdFrom: '2026-01-01T00:00:00Z' } }, 'filter.createdFrom'],
    ['with a filter that the list does not have', { filter: { colour: 'red' } }, 'filter'],
    ['at no hour of the day', { hour: 24 }, 'hour'],
    ['for nobody', { userIds: [] }, 'userIds'],
    ['for somebody else', { userIds: ['01990000-0000-7000-8000-000000000000'] }, 'userIds'],
  ])('%s is refused', async (_what, wrong, path) => {
    const { who } = await finance();
    await expect(scheduleExport(who, { ...daily, ...wrong })).rejects.toMatchObject({
      code: 'invalid_input',
      extras: { issues: [{ path }] },
    });
  });

  it('is one of a limited number', async () => {
    const { who } = await finance();
    const asked = await Promise.allSettled(Array.from({ length: schedulesMax + 2 }, () => scheduleExport(who, daily)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(schedulesMax);
  });
});
