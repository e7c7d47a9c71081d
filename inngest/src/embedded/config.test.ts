import { describe, expect, it } from 'vitest';
import { readFunctions, UnsupportedFunctionError } from './config.ts';

const event = (data: unknown) => ({ id: 'e', name: 'n', ts: 1, data });
const plain = (extra: object) => ({
  id: 'app-f',
  name: 'f',
  triggers: [{ event: 'n' }],
  steps: { step: { id: 'step', name: 'step', runtime: { type: 'http', url: 'x' } } },
  ...extra,
});
const read = (extra: object) => readFunctions([plain(extra)]).get('app-f');

describe('readFunctions', () => {
  it('gives a function five attempts unless it says otherwise', () => {
    expect(read({})?.attemptsMax).toBe(5);
    expect(read({ steps: { step: { retries: { attempts: 0 } } } })?.attemptsMax).toBe(1);
  });

  it.each(['debounce', 'batchEvents', 'rateLimit', 'throttle', 'priority', 'idempotency', 'singleton', 'timeouts'])(
    'refuses %s by the names of function and option',
    (option) => {
      expect(() => read({ [option]: {} })).toThrow(`app-f: ${option}`);
    },
  );

  it('refuses cancelOn under the name the function gave it', () => {
    expect(() => read({ cancel: [{ event: 'x' }] })).toThrow('app-f: cancelOn');
  });

  it.each([
    [{ triggers: [{ event: 'app/*' }] }, 'wildcard event app/*'],
    [{ triggers: [{ event: 'n', expression: 'event.data.a > 1' }] }, 'the condition "event.data.a > 1"'],
    [{ triggers: [{ event: 'inngest/deferred.schedule' }] }, 'the event inngest/deferred.schedule'],
    [{ triggers: [] }, 'without an event or cron trigger'],
    [{ triggers: [{ cron: 'sometimes' }] }, 'the cron "sometimes"'],
    [{ triggers: [{ cron: '* * * * * *' }] }, 'the cron "* * * * * *"'],
    [{ triggers: [{ cron: 'TZ=Mars/Base 0 3 * * *' }] }, 'the cron "TZ=Mars/Base 0 3 * * *"'],
    [{ triggers: [{ cron: '0 3 * * *', jitter: '5m' }] }, 'trigger option jitter'],
    [{ concurrency: { limit: 1, scope: 'account' } }, 'concurrency scope account'],
    [{ concurrency: { limit: 1, key: 'event.data.a + event.data.b' } }, 'the concurrency key'],
    [{ concurrency: 0 }, 'concurrency'],
  ])('refuses what it would have to approximate: %j', (extra, sentence) => {
    expect(() => read(extra)).toThrow(UnsupportedFunctionError);
    expect(() => read(extra)).toThrow(sentence);
  });

  it('names every problem of every function at once', () => {
    const bad = [plain({ debounce: {} }), plain({ id: 'app-g', throttle: {} })];
    expect(() => readFunctions(bad)).toThrow(/app-f: debounce; app-g: throttle/);
  });

  it('groups runs by the value of the concurrency key, whatever characters it has', () => {
    const limit = read({ concurrency: { limit: 2, key: 'event.data.k' } })?.limits[0];
    expect(limit?.limit).toBe(2);
    expect(limit?.groupOf(event({ k: 'a' }))).not.toBe(limit?.groupOf(event({ k: 'b' })));
    expect(limit?.groupOf(event({ k: 'a\u0000' }))).not.toContain('\u0000');
    expect(limit?.groupOf(event({}))).toBe(limit?.groupOf(event({ k: null })));
  });

  it('reads a cron in its time zone', () => {
    const [nairobi] = read({ triggers: [{ cron: 'TZ=Africa/Nairobi 0 3 * * *' }] })?.crons ?? [];
    expect(nairobi?.schedule.nextRun(new Date('2026-01-01T00:00:00Z'))?.toISOString()).toBe('2026-01-02T00:00:00.000Z');
  });
});
