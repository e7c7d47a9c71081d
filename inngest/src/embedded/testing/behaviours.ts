/** One function for each behaviour that the engine has to show. Most listen to the event of their own name. */
import { setTimeout as pause } from 'node:timers/promises';
import { cron, EventType, type Inngest, NonRetriableError, RetryAfterError, staticSchema } from 'inngest';
import type { EngineFunctions } from '../protocol.ts';

const notes: string[] = [];
const note = (...parts: unknown[]) => void notes.push(parts.join(':'));
/** Returns the notes of the functions that begin with this prefix, in order. */
export const noted = (prefix: string) => notes.filter((text) => text.startsWith(prefix));

const inFlight: Record<string, number> = {};
/** The most runs that were in flight at once, by concurrency key of the function `grouped`. */
export const inFlightMax: Record<string, number> = {};

const on = (event: string, extra: object = {}) => ({ id: event, triggers: [{ event }], ...extra });
/** A trigger whose events carry `Data`. */
const carrying = <Data extends Record<string, unknown>>(name: string) =>
  new EventType({ name, schema: staticSchema<Data>() });

export function behaviours(client: Inngest.Any): EngineFunctions {
  return [...failing(client), ...startedTogether(client), ...stepping(client), ...refused(client), ...timed(client)];
}

function failing(client: Inngest.Any): EngineFunctions {
  return [
    client.createFunction(on('flaky', { retries: 3 }), async ({ step, attempt }) => {
      await step.run('x', () => {
        note('flaky-x', attempt);
        if (attempt < 2) throw new Error('no');
      });
      await step.run('y', () => note('flaky-y', attempt));
    }),
    client.createFunction(
      on('dead', {
        retries: 1,
        onFailure: async ({ event, error }: { event: { data: Record<string, unknown> }; error: Error }) => {
          const failed = event.data as { event: { data: { k: number } }; function_id: string };
          note('dead-failure', error.message, failed.event.data.k, failed.function_id);
        },
      }),
      async ({ step }) => {
        await step.run('x', () => {
          note('dead-x');
          throw new Error('gone');
        });
      },
    ),
    client.createFunction(
      on('final', { onFailure: async ({ error }: { error: Error }) => note('final-failure', error.message) }),
      async () => {
        note('final-run');
        throw new NonRetriableError('never');
      },
    ),
    client.createFunction(on('later'), async ({ attempt }) => {
      note('later', attempt, Date.now());
      if (attempt === 0) throw new RetryAfterError('later', 1_000);
    }),
    client.createFunction(on('caught', { retries: 0 }), async ({ step }) => {
      try {
        await step.run('bad', () => {
          throw new Error('bad');
        });
      } catch (error) {
        await step.run('fallback', () => note('fallback', (error as Error).message));
      }
    }),
    client.createFunction(on('middle', { retries: 2 }), async ({ step, attempt }) => {
      await step.run('m1', () => note('mid-1', attempt));
      await step.run('m2', () => {
        note('mid-2', attempt);
        if (attempt < 1) throw new Error('x');
      });
      await step.run('m3', () => note('mid-3', attempt));
    }),
  ];
}

function startedTogether(client: Inngest.Any): EngineFunctions {
  return [
    client.createFunction({ id: 'fan-one', triggers: [carrying<{ i: unknown }>('fan')] }, async ({ event }) =>
      note('fan-one', event.data.i),
    ),
    client.createFunction({ id: 'fan-two', triggers: [carrying<{ i: unknown }>('fan')] }, async ({ event }) =>
      note('fan-two', event.data.i),
    ),
    client.createFunction(
      {
        id: 'grouped',
        triggers: [carrying<{ endpoint: string; ms: number }>('grouped')],
        concurrency: { limit: 2, key: 'event.data.endpoint' },
      },
      async ({ event, step }) => {
        await step.run('w', async () => {
          const { endpoint: key, ms } = event.data;
          inFlight[key] = (inFlight[key] ?? 0) + 1;
          inFlightMax[key] = Math.max(inFlightMax[key] ?? 0, inFlight[key]);
          await pause(ms);
          inFlight[key] -= 1;
          note('grouped', key, inFlight.slow ?? 0);
        });
      },
    ),
    client.createFunction(on('emit'), async ({ step }) => {
      await step.sendEvent('e', [{ name: 'fan', data: { i: 'sent' } }]);
    }),
  ];
}

function stepping(client: Inngest.Any): EngineFunctions {
  return [
    client.createFunction({ id: 'basic', triggers: [carrying<{ n: number }>('basic')] }, async ({ event, step }) => {
      const a = await step.run('a', (): number => {
        note('basic-a');
        return event.data.n + 1;
      });
      await step.sleep('s', '1s');
      return step.run('b', () => {
        note('basic-b');
        return a * 10;
      });
    }),
    client.createFunction(on('parallel'), async ({ step }) => {
      const both = { met: false };
      const [a, b] = await Promise.all([
        step.run('p1', () => {
          note('p1');
          return 1;
        }),
        step.run('p2', () => {
          note('p2');
          return 2;
        }),
        step.sleep('p3', '1s'),
      ]);
      return step.run('p4', () => ({ sum: a + b, both }));
    }),
    client.createFunction(on('meeting'), async ({ step }) => {
      const wait = async (name: string, other: string) => {
        note(name);
        for (let tries = 0; tries < 200 && noted(other).length === 0; tries += 1) await pause(10);
        return noted(other).length > 0;
      };
      return Promise.all([
        step.run('m1', () => wait('meet-one', 'meet-two')),
        step.run('m2', () => wait('meet-two', 'meet-one')),
      ]);
    }),
    client.createFunction(on('loop'), async ({ step }) => {
      for (let i = 0; i < 5; i += 1) await step.run('same-id', () => note('loop', i));
    }),
    client.createFunction({ id: 'zero', triggers: [carrying<{ text: string }>('zero')] }, async ({ event, step }) =>
      step.run('v', () => event.data.text),
    ),
    client.createFunction({ id: 'mutate', triggers: [carrying<{ n: number }>('mutate')] }, async ({ event, step }) => {
      const list: number[] = await step.run('list', () => [1]);
      list.push(2);
      event.data.n = 99;
      await step.sleep('s', '1s');
      return { list, n: event.data.n };
    }),
  ];
}

function refused(client: Inngest.Any): EngineFunctions {
  return [
    client.createFunction(
      on('waiting', { onFailure: async ({ error }: { error: Error }) => note('waiting-failure', error.message) }),
      async ({ step }) => {
        await step.waitForEvent('w', { event: 'z', timeout: '1h' });
      },
    ),
    client.createFunction(on('signal', { retries: 0 }), async ({ step }) => {
      await step.sendSignal('s', { signal: 'x', data: {} });
    }),
  ];
}

function timed(client: Inngest.Any): EngineFunctions {
  return [
    client.createFunction(on('until'), async ({ step }) => {
      const at = await step.run('at', () => Date.now() + 700);
      await step.sleepUntil('u', new Date(at));
      note('until', Date.now() - at);
    }),
    client.createFunction(on('slow', { checkpointing: { maxRuntime: 200 } }), async ({ step }) => {
      await step.run('long', () => pause(400));
      await step.run('next', () => note('slow-next'));
      await step.run('last', () => note('slow-last'));
    }),
    client.createFunction({ id: 'ticking', triggers: [cron('* * * * *')] }, async ({ event }) =>
      note('cron', event.name, 'cron' in event.data ? event.data.cron : ''),
    ),
  ];
}
