import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseOutage } from '@tillgate/db';
import { type Pace, type QueueBacklog, readBacklog, readPace } from '@tillgate/domain/reading/backlog';
import { command } from '../command.ts';
import { type OperatorContext, withOperator } from '../deps.ts';
import { defaulting, flag } from '../fields.ts';
import { untilEnded } from '../listen/ending.ts';
import { readWholeNumber, refusedOption } from '../options.ts';
import { moment, table } from '../table.ts';

/** The period of the counted payments. */
const paceMinutes = 5;
const secondsMax = 3_600;
/** The database serves payments first. */
const limits = { poolMax: 1, readOnly: { statementTimeoutMs: 5_000 } };
const clearScreen = '\x1b[H\x1b[2J\x1b[3J';

type Snapshot = { at: string; pace: Pace[]; queues: QueueBacklog[] };

export const top = command('top', {
  about: 'watch the traffic and the backlog of all organizations until Ctrl-C',
  options: {
    seconds: defaulting('--interval <seconds>', 'seconds between two looks', '2').as(readWholeNumber),
    once: flag('--once', 'look once; this is so when the output is no terminal, or with --json'),
    all: flag('--all', 'show queues in which nothing waits, too'),
  },
  help: `
Rows are those of the database, so it tells the same on every machine. Queues are explained in docs/monitoring.md.
The command changes nothing.`,
  run: async ({ seconds, once, all }, { terminal, isJson }) => {
    if (seconds < 1 || seconds > secondsMax) throw refusedOption('--interval', `must be 1 to ${secondsMax}`);
    return withOperator(async (ctx) => {
      if (once || isJson || !terminal.isScreen) {
        const snapshot = await look(ctx);
        return { json: snapshot, text: topText(snapshot, all) };
      }
      await untilEnded(async (signal) => {
        while (!signal.aborted) {
          const foot = `\n\nEvery ${seconds} s. Ctrl-C ends.\n`;
          terminal.out(
            `${clearScreen}${await look(ctx).then((snapshot) => topText(snapshot, all), outageText)}${foot}`,
          );
          await sleep(seconds * 1_000, undefined, { signal }).catch(() => {});
        }
      });
      return undefined;
    }, limits);
  },
});

async function look(ctx: OperatorContext): Promise<Snapshot> {
  const [pace, queues] = [await readPace(ctx, paceMinutes), await readBacklog(ctx)];
  return { at: moment(ctx.clock.now()), pace, queues };
}

/** An outage may pass while one watches. Anything else ends the command. */
function outageText(error: unknown): string {
  if (!isDatabaseOutage(error)) throw error;
  return 'The database does not answer. It is asked again.';
}

/** What comes in, and what waits, the oldest first. */
function topText({ at, pace, queues }: Snapshot, all: boolean): string {
  const rows = pace.map(({ environment, payments, succeeded, failed, pending, amount, medianSeconds }) => [
    environment,
    ...[payments, succeeded, failed, pending].map(String),
    `KES ${amount.toLocaleString('en')}`,
    medianSeconds === null ? '-' : `${medianSeconds.toFixed(1)} s`,
  ]);
  const waiting = queues
    .filter((queue) => all || queue.rows > 0)
    .sort((a, b) => b.oldestSeconds - a.oldestSeconds)
    .map(({ queue, rows, oldestSeconds }) => [queue, String(rows), rows === 0 ? '-' : age(oldestSeconds)]);
  return [
    `Tillgate at ${at}`,
    '',
    rows.length > 0
      ? table([`LAST ${paceMinutes} MINUTES`, 'PAYMENTS', 'PAID', 'FAILED', 'PENDING', 'AMOUNT', 'MEDIAN'], rows)
      : `No payment in the last ${paceMinutes} minutes.`,
    '',
    waiting.length > 0 ? table(['QUEUE', 'ROWS', 'OLDEST'], waiting) : 'Nothing waits.',
  ].join('\n');
}

function age(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
