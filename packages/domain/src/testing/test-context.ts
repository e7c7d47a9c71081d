import type { Database } from '@tillgate/db';
import type { WithInbox } from '../inbox/index.ts';
import { operator, type WithAuthority } from '../kernel/authority.ts';
import type { Actor, Context } from '../kernel/context.ts';
import type { Log, Open } from '../ports/ports.ts';
import { createOpen, createSeal, generateSealKeys } from '../sealing/index.ts';
import type { Signal } from '../signals/signals.ts';
import { memorySpool } from './memory-spool.ts';
import { type MovableClock, movableClock } from './movable-clock.ts';

export type TestContext = Context &
  WithAuthority &
  WithInbox & {
    clock: MovableClock;
    open: Open;
    actor: Actor;
    /** Everything that was published, oldest first. */
    events: Signal[];
  };

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** A context on a real database, with seal keys of its own, a clock to move, and a record of what was published. */
export async function testContext(database: Database, overrides: Partial<TestContext> = {}): Promise<TestContext> {
  const keys = await generateSealKeys();
  const events = overrides.events ?? [];
  return {
    db: database,
    clock: movableClock(),
    publish: async (published) => {
      events.push(...published);
    },
    seal: await createSeal(keys.publicKey),
    open: await createOpen(keys.privateKey),
    log: silentLog,
    actor: 'operator',
    authority: operator,
    isProviderAddress: () => true,
    spool: memorySpool(),
    ...overrides,
    events,
  };
}
