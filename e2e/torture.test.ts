import { afterEach, expect, it } from 'vitest';
import { type Outcome, torture } from '../torture/run.ts';
import { chooseSeed } from './support/chaos.ts';
import { testMs } from './support/patience.ts';

/** How long the product is tortured, more with TILLGATE_LONG_TESTS=1; then it may take as long as it needs to rest. */
const seconds = process.env.TILLGATE_LONG_TESTS === '1' ? 120 : 10;
const clients = 8;

const printed: string[] = [];
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.log(printed.join('\n'));
});

it('kills, lies and cuts leave nothing paid twice, lost or unknown', { timeout: 3 * testMs }, async () => {
  const seed = chooseSeed();
  const options = { seconds, seed, mode: 'embedded', clients, isShort: true, patienceMs: testMs } as const;
  const outcome: Outcome = await torture(options, (line) => void printed.push(line));
  for (const [name, value] of outcome.summary) printed.push(`${name}: ${value}`);
  expect(outcome.violations, `seed ${seed}`).toEqual([]);
  expect(outcome.unrest, `seed ${seed}`).toEqual([]);
  expect(outcome.ownEnds, `seed ${seed}`).toEqual([]);
  // A run in which nothing happened proves nothing.
  expect(outcome.webhookPosts).toBeGreaterThan(0);
  expect(outcome.kills).toBeGreaterThan(0);
});
