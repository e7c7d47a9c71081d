import { lackingForInngest } from '../e2e/support/inngest-server.ts';
import { help, type Options, readOptions } from './options.ts';
import { type Outcome, torture } from './run.ts';

const shownMax = 50;

function show({ summary, violations, unrest, ownEnds }: Outcome, { seed, mode }: Options): void {
  const width = Math.max(...summary.map(([name]) => name.length));
  console.log('');
  for (const [name, value] of summary) console.log(`${name.padEnd(width)}  ${value}`);
  console.log('');
  for (const { rule, ids, what } of violations.slice(0, shownMax)) {
    console.log(`VIOLATED ${rule}: ${what} [${ids.join(' ')}] seed ${seed}`);
  }
  if (violations.length > shownMax) console.log(`… and ${violations.length - shownMax} more`);
  for (const what of unrest) console.log(`NOT AT REST: ${what}, seed ${seed}`);
  for (const what of ownEnds) console.log(`ENDED: ${what}, seed ${seed}`);
  const wrong = violations.length + unrest.length + ownEnds.length;
  console.log(`${wrong === 0 ? 'ok' : `${wrong} wrong`}: seed ${seed}, mode ${mode}`);
}

async function main(): Promise<number> {
  let options: Options | 'help';
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 2;
  }
  if (options === 'help') {
    console.log(help);
    return 0;
  }
  const lacking = options.mode === 'inngest' ? lackingForInngest() : undefined;
  if (lacking) {
    console.error(`SKIPPED: the torture on an Inngest server. ${lacking}`);
    return 0;
  }
  console.log(`seed ${options.seed}, mode ${options.mode}, ${options.seconds} s`);
  const startedAt = Date.now();
  const outcome = await torture(options, (line) => {
    console.log(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(4)} s  ${line}`);
  });
  show(outcome, options);
  return outcome.violations.length + outcome.unrest.length + outcome.ownEnds.length === 0 ? 0 : 1;
}

process.exitCode = await main();
