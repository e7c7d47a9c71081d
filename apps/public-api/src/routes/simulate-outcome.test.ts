import { drainCallbacks } from '@tillgate/domain/callbacks';
import { seed } from '@tillgate/domain/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { malformed, moneyOutWorld, refusal, type Sent } from './money-out.fixture.ts';
import { statusSchema } from './status.ts';

// Prompts wait for an answer.
const world = moneyOutWorld({ autoAnswer: false });
beforeAll(async () => {
  const { context } = world.api.deps;
  // What a worker does: the inbox is drained when it is woken.
  const { publish } = context;
  context.publish = async (events) => {
    await publish(events);
    if (events.some(({ name }) => name === 'callbacks.waiting')) void drainCallbacks(context);
  };
});

const post = (body: unknown, sent: Sent = {}) => world.send('/simulate/outcome', body, { method: 'POST', ...sent });
const collect = async (sent: Sent = {}): Promise<string> =>
  (await world.send('/collect', { amount: 10, phone: '0712345678' }, sent)).body.paymentId;
const answersOfHandset = async () => {
  const { prompts } = (await (await fetch(`${world.simulator.url}/admin/prompts`)).json()) as {
    prompts: { answeredBy: unknown }[];
  };
  return prompts.filter(({ answeredBy }) => answeredBy !== null).length;
};

describe('200', () => {
  it.each([
    ['approve', 'success', 0],
    ['wrong_pin', 'failed', 2001],
    ['insufficient_funds', 'failed', 1],
    ['cancel', 'failed', 1032],
    ['user_cancelled', 'failed', 1032],
    ['timeout', 'failed', 1037],
  ])(
    '%s settles the payment as %s with %d, and returns what the status read returns',
    async (outcome, status, resultCode) => {
      const shop = await world.other();
      const sent = { key: shop.key().key };
      const paymentId = await collect(sent);
      const answer = await post({ paymentId, outcome }, sent);
      expect(answer.status, answer.text).toBe(200);
      const { paymentId: named, ...view } = answer.body;
      expect(named).toBe(paymentId);
      expect(statusSchema.parse(view)).toMatchObject({ id: paymentId, status, resultCode });
      expect(view.providerReceipt === null).toBe(status === 'failed');
      expect((await world.send(`/status/${paymentId}`, undefined, sent)).body).toEqual(view);
    },
  );
});

describe('400', () => {
  it.each(malformed)('%s is malformed', async (_what, sent) => {
    await refusal(post(undefined, sent), 400, 'malformed_json');
  });
});

describe('404', () => {
  it('is the same, but for the request id, for a foreign payment, a missing one and an id that is none', async () => {
    const foreign = await collect({ key: (await world.other()).key().key });
    const before = await answersOfHandset();
    const answers = new Set<string>();
    for (const paymentId of [foreign, crypto.randomUUID(), 'x', '']) {
      const problem = await refusal(post({ paymentId, outcome: 'approve' }), 404, 'not_found');
      const { requestId: _, headers: __, ...rest } = problem;
      answers.add(JSON.stringify(rest));
    }
    expect(answers.size).toBe(1);
    expect(await answersOfHandset()).toBe(before);
  });

  it.each<[string, Sent]>([
    ['a fine body', {}],
    ['a body that is malformed', { raw: '{' }],
    ['a body that is too large', { raw: 'x'.repeat(100_001) }],
  ])('to a live key the path does not exist, whatever comes with it: %s', async (_what, sent) => {
    const live = await seed(world.api.ctx).owner().application().key('production').mint();
    const { key } = live.key('production');
    const body = { paymentId: await collect(), outcome: 'approve' };
    const [here, nowhere] = [
      await post(body, { key, ...sent }),
      await world.send('/simulate/nothing', body, { method: 'POST', key, ...sent }),
    ];
    const plain = (answer: typeof here) => answer.text.replace(answer.headers.get('x-request-id') ?? '?', 'id');
    expect(here.status).toBe(404);
    expect(plain(here)).toBe(plain(nowhere));
    const names = (answer: typeof here) => [...answer.headers.keys()].sort();
    expect(names(here)).toEqual(names(nowhere));
  });
});

describe('413', () => {
  it('a body over 100 kB', async () => {
    await refusal(post({ filler: 'x'.repeat(100_000) }), 413, 'payload_too_large');
  });
});

describe('422', () => {
  it.each<[string, object, string]>([
    ['no payment', { outcome: 'approve' }, 'paymentId'],
    ['a payment that is no text', { paymentId: 7, outcome: 'approve' }, 'paymentId'],
    ['no outcome', { paymentId: 'x' }, 'outcome'],
    ['an unknown outcome', { paymentId: 'x', outcome: 'paid' }, 'outcome'],
  ])('%s', async (_what, body, wrong) => {
    const { issues } = await refusal(post(body), 422, 'invalid_input');
    expect(issues?.map(({ path }) => path)).toEqual([wrong]);
  });

  it('a payment that is settled already', async () => {
    const paymentId = await collect();
    await post({ paymentId, outcome: 'cancel' });
    const { issues } = await refusal(post({ paymentId, outcome: 'approve' }), 422, 'invalid_input');
    expect(issues).toMatchObject([{ path: 'paymentId', message: 'is settled already' }]);
  });
});

describe('502', () => {
  it('a prompt that no simulator knows', async () => {
    const paymentId = await collect();
    await fetch(`${world.simulator.url}/admin/reset`, { method: 'POST' });
    const problem = await refusal(post({ paymentId, outcome: 'approve' }), 502, 'provider_rejected');
    expect(problem.detail).toMatch(/simulator/);
  });
});
