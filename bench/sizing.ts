import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { untilArrived } from './cases.ts';
import { quantile } from './figures.ts';
import { cpuMsOf, cpuMsOfTree, freePort, type Program, residentMb, startProgram } from './program.ts';
import { createWorld, type World } from './world.ts';

/** Pages that are begun and code that is compiled do not count. */
const warmUpSeconds = 10;
const sampleMs = 1_000;
const simulatorDelayMs = 1_000;

/** The processes of a small installation, whose provider answers each prompt. */
export type Installation = { world: World; apiUrl: string; processes: { api: Program; worker: Program } };

type Sized = {
  perSecond: number;
  payments: number;
  seconds: number;
  /** CPU milliseconds of a payment. */
  cpu: { api: number; worker: number; postgres: number };
  /** The most, in MB. */
  memory: { api: number; worker: number };
  /** Transactions of the database, a statement alone is one. */
  transactions: number;
  walBytes: number;
  diskBytes: number;
  p50: number;
  p99: number;
};

/** Starts an API, a worker and the simulated provider on a world. They end with it. */
export async function install(world: World): Promise<Installation> {
  const port = String(await freePort());
  const simulator = await startProgram('simulator', 'apps/simulator/dist/main.js', {
    SIMULATOR_PORT: '0',
    SIMULATOR_DELAY_MS: String(simulatorDelayMs),
    LOG_LEVEL: 'info',
  });
  const env = {
    ...world.env,
    API_PORT: port,
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}/functions/v1`,
    PROVIDER_SANDBOX_URL: `http://127.0.0.1:${simulator.port}`,
  };
  const api = await startProgram('api', 'apps/public-api/dist/main.js', env);
  // Ended with the world, as its workers are.
  world.workers.push(simulator, api);
  const worker = await world.startWorker(env);
  return { world, apiUrl: env.PUBLIC_BASE_URL, processes: { api, worker } };
}

let sent = 0;

async function collect({ world, apiUrl }: Installation): Promise<number> {
  sent += 1;
  const startedAt = performance.now();
  const answer = await request(`${apiUrl}/collect`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.key}`,
      'content-type': 'application/json',
      'idempotency-key': `sizing-${process.pid}-${sent}`,
    },
    body: JSON.stringify({
      amount: 100,
      phone: `25471${String(sent).padStart(7, '0')}`,
      accountReference: `INV-${sent}`,
      description: 'Groceries',
    }),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 202) throw new Error(`POST /collect answered ${answer.statusCode}: ${text}`);
  return performance.now() - startedAt;
}

/** Asks for payments at a steady rate, whatever the answers take, until each has its webhook. Returns what each request took. */
export async function steady(installation: Installation, perSecond: number, seconds: number): Promise<number[]> {
  const startedAt = performance.now();
  const asked: Promise<number>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const waitMs = startedAt + (n * 1000) / perSecond - performance.now();
    if (waitMs > 0) await pause(waitMs);
    asked.push(collect(installation));
  }
  const took = await Promise.all(asked);
  await untilArrived(installation.world, sent);
  return took;
}

async function diskBytesOf({ db }: World): Promise<number> {
  const { rows } = await db.pool.query<{ bytes: string }>(
    'SELECT sum(pg_total_relation_size(relid)) AS bytes FROM pg_stat_user_tables',
  );
  return Number(rows[0]?.bytes);
}

async function measure(installation: Installation, perSecond: number, seconds: number): Promise<Sized> {
  const { world, processes } = installation;
  await steady(installation, perSecond, warmUpSeconds);
  const cpu = () => ({
    api: cpuMsOf(processes.api.pid),
    worker: cpuMsOf(processes.worker.pid),
    postgres: cpuMsOfTree(world.postgres.pid),
  });
  const memory = { api: 0, worker: 0 };
  const sampling = setInterval(() => {
    for (const name of ['api', 'worker'] as const)
      memory[name] = Math.max(memory[name], residentMb(processes[name].pid));
  }, sampleMs);
  const [cpuBefore, writtenBefore, diskBefore] = [cpu(), await world.written(), await diskBytesOf(world)];
  const startedAt = performance.now();
  const took = await steady(installation, perSecond, seconds);
  const elapsed = (performance.now() - startedAt) / 1000;
  clearInterval(sampling);
  const [cpuAfter, written, disk] = [cpu(), await world.written(), await diskBytesOf(world)];
  const payments = took.length;
  const each = (name: 'api' | 'worker' | 'postgres') => (cpuAfter[name] - cpuBefore[name]) / payments;
  return {
    perSecond,
    payments,
    seconds: elapsed,
    cpu: { api: each('api'), worker: each('worker'), postgres: each('postgres') },
    memory,
    transactions: (written.commits - writtenBefore.commits) / payments,
    walBytes: (written.walBytes - writtenBefore.walBytes) / payments,
    diskBytes: (disk - diskBefore) / payments,
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
  };
}

const head = [
  ...['Payments a second', 'payments', 'API, CPU ms', 'worker, CPU ms', 'PostgreSQL, CPU ms', 'cores in use'],
  ...['API, MB', 'worker, MB', 'transactions', 'WAL, kB', 'disk, kB', 'collect p50 / p99, ms'],
];

function rowOf({ perSecond, payments, seconds, cpu, memory, p50, p99, ...database }: Sized): string[] {
  const { transactions, walBytes, diskBytes } = database;
  const all = cpu.api + cpu.worker + cpu.postgres;
  return [
    ...[String(perSecond), String(payments), cpu.api.toFixed(1), cpu.worker.toFixed(1), cpu.postgres.toFixed(1)],
    ((all * payments) / (seconds * 1000)).toFixed(2),
    ...[
      memory.api.toFixed(0),
      memory.worker.toFixed(0),
      transactions.toFixed(1),
      (walBytes / 1000).toFixed(1),
      (diskBytes / 1000).toFixed(1),
    ],
    `${p50.toFixed(0)} / ${p99.toFixed(0)}`,
  ];
}

/**
 * What payments cost at steady rates, from `POST /collect` by way of the callback to the webhook, on an API, a worker and a
 * PostgreSQL of their own, with the simulated provider: a Markdown table. CPU and bytes are those of one payment.
 */
export async function measureSizing(rates: number[], seconds: number): Promise<string> {
  const world = await createWorld();
  try {
    const installation = await install(world);
    const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
    const lines = [line(head), line(head.map(() => '---'))];
    for (const perSecond of rates) {
      lines.push(line(rowOf(await measure(installation, perSecond, seconds))));
      console.error(lines.at(-1));
    }
    return lines.join('\n');
  } finally {
    await world.close();
  }
}
