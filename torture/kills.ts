import { setTimeout as pause } from 'node:timers/promises';
import { count } from './count.ts';
import { type Dice, pick } from './dice.ts';
import type { Traffic } from './traffic.ts';
import type { World } from './world.ts';

const lifeMs = { min: 500, max: 3_500 };
const freezeMs = { min: 500, max: 4_000 };
const shares = {
  api: 0.3,
  worker: 0.3,
  'frozen api': 0.1,
  'frozen worker': 0.1,
  postgres: 0.12,
  'one connection of postgres': 0.08,
};

export type Kills = { counts: Map<string, number>; stop(): Promise<void> };

/** One connection of an API or worker. Its death makes the server end all connections and recover. */
async function backendPid(world: World): Promise<number | undefined> {
  const { rows } = await world.postgres.database.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
      AND application_name <> 'tillgate torture' LIMIT 1`,
  );
  return rows[0]?.pid;
}

/** Signals a process; one that has just ended by itself, such as a worker that lost its database, takes none. */
function signal(pid: number | undefined, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** kill -9 of a process or of the database, again and again; the moments and the victims come from the dice. */
export function startKills(world: World, traffic: Traffic, dice: Dice): Kills {
  const counts = new Map<string, number>();
  let isOver = false;
  /** Whoever asks now may be left without an answer. */
  const disturb = () => {
    for (const reference of traffic.inFlight.values()) world.provider.disturbed.add(reference);
  };

  async function freeze(pid: number | undefined, ms: number): Promise<void> {
    signal(pid, 'SIGSTOP');
    await pause(ms);
    signal(pid, 'SIGCONT');
  }

  async function strike(n: number): Promise<void> {
    const what = pick(shares, dice.roll('victim', n)) ?? 'api';
    count(counts, what);
    const among = <T>(all: T[]) => all[dice.between(0, all.length - 1, 'which', n)];
    disturb();
    if (what === 'api') await among(world.apis)?.kill();
    else if (what === 'worker') await among(world.workers)?.kill();
    else if (what === 'frozen api' || what === 'frozen worker') {
      const program = among(what === 'frozen api' ? world.apis : world.workers);
      await freeze(program?.pid(), dice.between(freezeMs.min, freezeMs.max, 'freeze', n));
    } else if (what === 'postgres') await world.postgres.killAndRestart();
    else signal(await backendPid(world).catch(() => undefined), 'SIGKILL');
    disturb();
  }

  async function run(): Promise<void> {
    for (let n = 0; !isOver; n += 1) {
      await pause(dice.between(lifeMs.min, lifeMs.max, 'life', n));
      if (!isOver) await strike(n);
    }
  }

  const running = run();
  running.catch(() => undefined);
  return {
    counts,
    async stop() {
      isOver = true;
      await running;
      disturb();
    },
  };
}
