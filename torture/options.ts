import { parseArgs } from 'node:util';

export const modes = ['embedded', 'two-workers', 'inngest'] as const;
export type Mode = (typeof modes)[number];

/** How long, with which dice, and against what. */
export type Options = {
  seconds: number;
  seed: number;
  mode: Mode;
  /** Requests under way at a time. */
  clients: number;
  /** Never drops what takes minutes to find out, so that the end comes soon. */
  isShort: boolean;
  /** How long the product may take to come to rest. */
  patienceMs: number;
};

export const help = `Kills and cheats the whole product for a while, then compares it with the provider's own account.

  npm run torture -- --minutes 3 --seed 7 --mode two-workers

  --minutes N   how long, default 3; the wait for rest follows
  --seed S      plays the same faults again, default: a new one
  --mode M      embedded      one API, one worker, the engine in the worker (default)
                two-workers   two APIs, two workers
                inngest       two of each on an Inngest server: needs inngest (or INNGEST_BIN), redis-server, haproxy
  --clients N   requests under way at a time, default 24
  --short       drops no result of payouts and refunds, whose questions come after two minutes
  --help        this text

Real processes run on a PostgreSQL of their own. Build them first: npm run build.
Exit code 1: something was violated, or the product did not come to rest. Exit code 2: the options are wrong.
`;

const patienceMs = 900_000;

/**
 * Reads the command line.
 * @throws Error with a sentence when an option is wrong
 */
export function readOptions(args: string[]): Options | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '3' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      mode: { type: 'string', default: 'embedded' },
      clients: { type: 'string', default: '24' },
      short: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const mode = modes.find((one) => one === values.mode);
  if (!mode) throw new Error(`--mode must be one of ${modes.join(', ')}.`);
  const minutes = positive('--minutes', values.minutes);
  const clients = positive('--clients', values.clients);
  const seed = Number(values.seed);
  if (!Number.isInteger(seed) || seed < 0) throw new Error('--seed must be a whole number.');
  return { seconds: minutes * 60, seed, mode, clients, isShort: values.short, patienceMs };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${name} must be a number above 0.`);
  return value;
}
