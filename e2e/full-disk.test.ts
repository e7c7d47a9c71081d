import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startOwnPostgres } from '../torture/postgres.ts';
import { call } from './support/client.ts';
import { createStack } from './support/stack.ts';

const postsMax = 500;
const spooledMin = 3;
const steps = [1_000_000, 10_000, 500, 1];

/** A small disk. Only root may have one. */
function mountDisk() {
  const directory = mkdtempSync(join(tmpdir(), 'tillgate-disk-'));
  const mount = ['-t', 'tmpfs', '-o', 'size=300m,mode=711', 'tillgate', directory];
  if (spawnSync('mount', mount).status !== 0) {
    rmSync(directory, { recursive: true });
    return undefined;
  }
  const filler = join(directory, 'filler');
  return {
    directory,
    /** Leaves no byte free. */
    fill() {
      for (const bytes of steps) {
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(bytes));
        } catch (error) {
          expect(error).toMatchObject({ code: 'ENOSPC' });
        }
      }
    },
    free: () => rmSync(filler),
    close() {
      spawnSync('umount', ['--lazy', directory]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

it('money that comes while the disk of the database is full is kept, and recorded once when there is room', async ({
  skip,
}) => {
  const disk = mountDisk();
  if (!disk) return skip('This user may not mount a small disk.');
  const postgres = await startOwnPostgres(disk.directory);
  const stack = await createStack({ database: { ...postgres, close: () => postgres.stop() } });
  try {
    const merchant = await stack.merchant();
    const { key } = merchant.key();
    const { port } = await stack.startApi();
    const waiting = async () => {
      const ready = (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as { spooled: { waiting: number } };
      return ready.spooled.waiting;
    };
    await stack.startWorker();
    const { confirmationUrl, shortcode } = (
      await call(`${stack.baseUrl}/c2b-register`, key, { method: 'POST', body: {} })
    ).body;
    disk.fill();
    let posts = 0;
    while ((await waiting()) < spooledMin && posts < postsMax) {
      posts += 1;
      const TransID = `TKD${String(posts).padStart(7, '0')}`;
      // Nothing that the database could compress.
      const note = randomBytes(15_000).toString('base64');
      const body = {
        TransID,
        TransAmount: '10.00',
        BusinessShortCode: shortcode,
        MSISDN: '',
        BillRefNumber: 'D',
        note,
      };
      const answer = await fetch(String(confirmationUrl), { method: 'POST', body: JSON.stringify(body) });
      expect(answer.status).toBe(200);
      await answer.body?.cancel();
    }
    expect(await waiting()).toBeGreaterThanOrEqual(spooledMin);
    disk.free();
    const where = { applicationId: merchant.applicationId, status: 'success' } as const;
    await expect.poll(() => postgres.database.prisma.payment.count({ where })).toBe(posts);
    expect((await call(`${stack.baseUrl}/payments`, key)).status).toBe(200);
  } finally {
    await stack.close();
    disk.close();
  }
});
