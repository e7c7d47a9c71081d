import type { Log } from '@tillgate/domain';
import { expect, it } from 'vitest';
import type { Look, Registered } from './registration.ts';
import { watchServer } from './watch-server.ts';

const url = 'http://workers:4001/api/inngest';
const own: Registered[] = [{ id: 'tillgate-a', url }];

/** A watch over a server that a test changes; the clock moves on by a minute before each look. */
function watched() {
  const world = {
    look: { kind: 'listed', functions: [] } as Look,
    isDatabaseThere: true,
    registrations: 0,
    refusal: undefined as string | undefined,
  };
  const lines: string[] = [];
  const record = (level: string) => (_fields: object, message: string) => void lines.push(`${level}: ${message}`);
  const log: Log = { debug() {}, info: record('info'), warn: record('warn'), error: record('error') };
  let now = 0;
  const watch = watchServer({
    wanted: { ids: ['tillgate-a'], url },
    ask: async () => world.look,
    async register() {
      if (world.refusal) throw new Error(world.refusal);
      world.registrations += 1;
      world.look = { kind: 'listed', functions: own };
    },
    isDatabaseThere: async () => world.isDatabaseThere,
    log,
    now: () => now,
  });
  const look = () => {
    now += 60_000;
    return watch.look();
  };
  return { world, watch, look, lines };
}

const ready = { engine: 'inngest', isReady: true };
const not = (reason: string) => ({ engine: 'inngest', isReady: false, reason: expect.stringContaining(reason) });

it('registers at the start and when the server has lost the functions, and says each change once', async () => {
  const { world, watch, look, lines } = watched();
  expect(watch.last()).toEqual(not('not asked yet'));
  expect([await look(), await look(), world.registrations]).toEqual([ready, ready, 1]);
  world.look = { kind: 'away', reason: 'no response within 3 s.' };
  expect([await look(), await look()]).toEqual([not('no response'), not('no response')]);
  world.look = { kind: 'listed', functions: [] };
  expect([await look(), await look(), world.registrations]).toEqual([ready, ready, 2]);
  world.isDatabaseThere = false;
  expect([await look(), watch.last()]).toEqual([not('database'), not('database')]);
  expect(lines).toEqual([
    'info: The Inngest server runs the functions of the workers.',
    'warn: This worker is not ready for the Inngest server.',
    'warn: The Inngest server does not know the functions of this worker, which registers them again.',
    'info: The Inngest server runs the functions of the workers.',
    'warn: This worker is not ready for the Inngest server.',
  ]);
});

it('registers at the start although the same functions are there, because their settings may have changed', async () => {
  const { world, look } = watched();
  world.look = { kind: 'listed', functions: own };
  expect([await look(), world.registrations]).toEqual([ready, 1]);
});

it('says why the server does not take the functions, and tries again', async () => {
  const { world, look } = watched();
  world.refusal = 'The functions could not be registered: no';
  expect([await look(), await look()]).toEqual([not('registered: no'), not('registered: no')]);
  world.refusal = undefined;
  expect(await look()).toEqual(ready);
});

it('asks once for probes that come together or a moment apart', async () => {
  const { world, watch, look } = watched();
  const first = look();
  expect(await Promise.all([first, watch.look(), watch.look()])).toEqual([ready, ready, ready]);
  world.look = { kind: 'away', reason: 'x' };
  expect(await watch.look()).toEqual(ready);
  expect(await look()).toEqual(not('x'));
});
