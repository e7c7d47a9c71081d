import type { QueueBacklog } from '@tillgate/domain/reading/backlog';
import type { Backups } from '@tillgate/domain/reading/backups';
import { movableClock, silentLog } from '@tillgate/domain/testing';
import { createMetrics } from '@tillgate/process/metrics';
import { expect, it } from 'vitest';
import { exposeBackups, keepBacklog } from './metrics.ts';

const one = (rows: number): QueueBacklog[] => [{ queue: 'callbacks_due', rows, oldestSeconds: 1 }];

/** A backlog whose reads a test answers itself. */
function script() {
  const clock = movableClock();
  const reads: { resolve(backlog: QueueBacklog[]): void; reject(error: Error): void }[] = [];
  const read = () => new Promise<QueueBacklog[]>((resolve, reject) => reads.push({ resolve, reject }));
  const seconds = (count: number) => clock.advance(count);
  const scrape = keepBacklog({ db: undefined as never, clock, log: silentLog }, read);
  return { reads, seconds, scrape };
}

it('scrapes at the same time, and soon after, share one read of the database', async () => {
  const { reads, seconds, scrape } = script();
  const scrapes = [scrape(), scrape()];
  expect(reads).toHaveLength(1);
  reads[0]?.resolve(one(3));
  expect(await Promise.all(scrapes)).toEqual([one(3), one(3)]);
  seconds(9);
  expect(await scrape()).toEqual(one(3));
  expect(reads).toHaveLength(1);
  seconds(1);
  const next = scrape();
  reads[1]?.resolve(one(4));
  expect(await next).toEqual(one(4));
});

it('tells what it knew while the database fails, and nothing after a minute', async () => {
  const { reads, seconds, scrape } = script();
  const first = scrape();
  reads[0]?.resolve(one(3));
  await first;
  seconds(30);
  const failing = scrape();
  reads[1]?.reject(new Error('away'));
  expect(await failing).toEqual(one(3));
  seconds(30);
  const stale = scrape();
  reads[2]?.reject(new Error('away'));
  expect(await stale).toEqual([]);
});

it.each<[string, Backups, string[]]>([
  [
    'what is known',
    { archive: { ageSeconds: 70, isFailing: true }, rowsAgeSeconds: 3_600 },
    ['archive_age_seconds 70', 'archive_failing 1', 'backup_age_seconds 3600'],
  ],
  [
    'that all is archived',
    { archive: { ageSeconds: 0, isFailing: false }, rowsAgeSeconds: undefined },
    ['archive_age_seconds 0', 'archive_failing 0'],
  ],
  ['nothing of what does not exist', { archive: undefined, rowsAgeSeconds: undefined }, []],
])('backups tell %s', async (_what, backups, expected) => {
  const metrics = createMetrics('worker');
  const ctx = { db: undefined as never, clock: movableClock(), log: silentLog };
  exposeBackups(metrics, ctx, async () => backups);
  const { text } = await metrics.expose();
  const found = [...text.matchAll(/^tillgate_(archive|backup)(\w+)\{process="worker"\} (\S+)$/gm)];
  expect(found.map(([, of, name, value]) => `${of}${name} ${value}`)).toEqual(expected);
});
