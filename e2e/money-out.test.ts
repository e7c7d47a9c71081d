import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calm } from './support/calm.ts';
import type { Answer } from './support/client.ts';
import { expectDecoded, expectEnvelope, expectInquiry, expectRefund } from './support/expect-money-out.ts';
import { type ExpectedPayout, expectedPayouts } from './support/expected-payouts.ts';
import type { Received } from './support/merchant-hook.ts';
import type { Conversation, LoggedRequest } from './support/money-out-view.ts';
import { type MoneyOutWorld, type Shop, startMoneyOutWorld, words } from './support/money-out-world.ts';
import { until } from './support/until.ts';

const duplicates = 50;
/** The forms in which the provider has sent results, by slug of the simulator's table. */
const forms = ['form-plain', 'form-duplicates', 'form-sparse'];

type Asked = { amount: number; phone: string };

/** Everything that a merchant saw of one payout, and what the provider did. */
type Play = Shop & {
  slug: string;
  asked: Asked;
  answer: Answer;
  repeated: Answer;
  disbursementId: string;
  taken: Conversation[];
  requests: LoggedRequest[];
};

let world: MoneyOutWorld;
let shop: Shop;
const plays = new Map<string, Promise<Play>>();

beforeAll(async () => {
  world = await startMoneyOutWorld();
  shop = await world.newShop();
  // A refused access token ends the token of its consumer key, which belongs to the scenario and not to its neighbours.
  const own = new Map([
    ['token-once', await world.newShop()],
    ['token-always', await world.newShop()],
  ]);
  for (const [index, { slug, phone }] of (await world.provider.magic()).entries()) {
    const playing = play(slug, { amount: 100 + index, phone }, own.get(slug) ?? shop);
    playing.catch(() => undefined);
    plays.set(slug, playing);
  }
});
afterAll(() => world.close());

async function play(slug: string, asked: Asked, by: Shop): Promise<Play> {
  const expected = expectedPayouts[slug];
  if (!expected) throw new Error(`nothing is expected of ${slug}`);
  const answer = await world.post(by, '/payout', asked, slug);
  const disbursementId = String(answer.body.disbursementId);
  if (webhooksOf(expected) > 0) await world.webhookAbout(disbursementId);
  const repeated = await world.post(by, '/payout', asked, slug);
  const { requests } = await world.provider.payoutRequests();
  return {
    ...by,
    slug,
    asked,
    answer,
    repeated,
    disbursementId,
    taken: await world.provider.payouts(asked.phone),
    requests: requests.filter(({ phone }) => phone === asked.phone),
  };
}

const webhooksOf = ({ answer, final }: ExpectedPayout) => (answer === 502 || final === 'pending' ? 0 : 1);

const played = async (slug: string): Promise<Play> => {
  const playing = plays.get(slug);
  if (!playing) throw new Error(`the simulator has no ${slug}`);
  return playing;
};

function expectAnswer({ answer, repeated, disbursementId, taken }: Play, expected: ExpectedPayout): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(expected.answer);
  if (expected.answer === 202) {
    expect(answer.body).toEqual({ disbursementId, conversationId: taken[0]?.conversationId, status: 'pending' });
    expect(repeated).toEqual(answer);
    return;
  }
  const { detail } = answer.body;
  expect(answer.body).toMatchObject({ status: expected.answer, disbursementId, error: detail });
  expect({ ...repeated.body, requestId: '' }, 'the same refusal').toEqual({ ...answer.body, requestId: '' });
  if (expected.answer === 409) {
    expect(answer.body).toMatchObject({ code: 'idempotency_indeterminate', indeterminate: true });
    expect(detail).toContain('interrupted while the provider call was in flight');
  } else if (expected.failure) {
    expect(answer.body).toMatchObject({ code: 'provider_rejected' });
    expect(answer.body).not.toHaveProperty('indeterminate');
    expect(answer.body.upstream).toEqual({ code: expected.failure.code, description: words });
    expectDecoded(answer.body.decoded, expected.failure);
  }
}

/** The fields that the state of a payout and its webhook share, as they must be. */
function truthOf({ asked, disbursementId, taken }: Play, { answer, final, failure }: ExpectedPayout) {
  const [conversation] = taken;
  const isKnown = answer === 202 || (answer === 409 && final !== 'pending');
  return {
    disbursementId,
    conversationId: isKnown ? conversation?.conversationId : null,
    kind: 'payout',
    status: final,
    amount: asked.amount,
    phone: asked.phone,
    commandId: 'BusinessPayment',
    providerReceipt: final === 'success' ? (conversation?.outcome?.receipt ?? 'no receipt was made') : null,
    resultCode: { pending: null, success: 0, failed: failure?.code }[final],
    resultDesc: final === 'pending' ? null : words,
  };
}

async function expectState(play: Play, expected: ExpectedPayout): Promise<void> {
  const { status, body } = await world.read(play, `/disbursements/${play.disbursementId}`);
  expect(status).toBe(200);
  expect(body).toEqual({ ...truthOf(play, expected), rail: 'mpesa', createdAt: expect.any(String) });
}

function expectWebhook(webhook: Received, play: Play, expected: ExpectedPayout): void {
  expectEnvelope(webhook, 'payout.result', play);
  const { data } = webhook.body;
  expect(data).toEqual({
    ...truthOf(play, expected),
    applicationId: play.merchant.applicationId,
    env: 'sandbox',
    decoded: expected.failure ? expect.anything() : null,
  });
  if (expected.failure) expectDecoded(data.decoded, expected.failure);
}

it('every payout that the simulator can play has an expectation, and none is left over', () => {
  expect([...plays.keys()].sort()).toEqual(Object.keys(expectedPayouts).sort());
});

describe('a payout ends as the contract says', () => {
  it.each(Object.entries(expectedPayouts))('%s', async (slug, expected) => {
    const play = await played(slug);
    expect(play.taken.length, 'payouts that the provider took on').toBe(expected.taken ? 1 : 0);
    expect(play.requests.length, 'requests to the provider').toBe(expected.requests ?? 1);
    expect(new Set(play.requests.map((request) => request.originatorConversationId))).toEqual(
      new Set([play.disbursementId]),
    );
    expectAnswer(play, expected);
    await expectState(play, expected);
    const webhooks = world.webhooksAbout(play.disbursementId);
    expect(webhooks.length, 'webhooks').toBe(webhooksOf(expected));
    for (const webhook of webhooks) expectWebhook(webhook, play, expected);
  });

  it('and stays so: when all has come in, no state has moved and no webhook was added', async () => {
    const all = await Promise.all(plays.values());
    await until('every result of the provider', async () => {
      const counts = { 'duplicate-result': 2, 'done-then-failed': 2, 'more-follows': 2, 'timeout-then-result': 1 };
      for (const [slug, count] of Object.entries({ ...counts, 'timeout-result-then-result': 1 })) {
        const [conversation] = await world.provider.payouts((await played(slug)).asked.phone);
        if (conversation?.results.filter(({ status }) => status === 'delivered').length !== count) return undefined;
      }
      return true;
    });
    await calm(world.stack);
    for (const play of all) {
      const expected = expectedPayouts[play.slug];
      if (!expected) continue;
      await expectState(play, expected);
      expect(world.webhooksAbout(play.disbursementId).length, play.slug).toBe(webhooksOf(expected));
    }
  });
});

describe('repeats of a payout', () => {
  it('fifty at once under one key, at two processes, are one request to the provider', async () => {
    const body = { amount: 77, phone: '254711000077' };
    const answers = await Promise.all(
      Array.from({ length: duplicates }, () => world.post(shop, '/payout', body, 'burst')),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    for (const { status, body: problem } of answers) {
      // On a slow machine the first may take longer than a duplicate waits.
      if (status !== 202) expect([status, problem.code]).toEqual([409, 'idempotency_in_flight']);
    }
    const [disbursementId, ...others] = new Set(accepted.map((answer) => String(answer.body.disbursementId)));
    expect(others).toEqual([]);
    const webhook = await world.webhookAbout(String(disbursementId));
    expect(webhook.body.data).toMatchObject({ status: 'success', ...body });
    expect((await world.post(shop, '/payout', body, 'burst')).body.disbursementId).toBe(disbursementId);
    const { requests } = await world.provider.payoutRequests();
    expect(requests.filter(({ phone }) => phone === body.phone).length).toBe(1);
    expect((await world.provider.payouts(body.phone)).length).toBe(1);
    expect(world.webhooksAbout(String(disbursementId)).length).toBe(1);
  });

  it('with another amount under a used key send nothing', async () => {
    const body = { amount: 78, phone: '254711000078' };
    expect((await world.post(shop, '/payout', body, 'reused')).status).toBe(202);
    const answer = await world.post(shop, '/payout', { ...body, amount: 79 }, 'reused');
    expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
    const { requests } = await world.provider.payoutRequests();
    expect(requests.filter(({ phone }) => phone === body.phone).map(({ amount }) => amount)).toEqual([78]);
  });
});

describe('a reversal', () => {
  it('sends a payment back once; a second one of the same receipt is refused and names the first', async () => {
    const receipt = await world.collected(shop, 'REV1', 321);
    const body = { transactionId: receipt, amount: 321, remarks: 'Returned goods' };
    const first = await world.post(shop, '/reversal', body, 'reversal 1');
    const [done] = await until('the provider reverses', async () => {
      const own = (await world.provider.reversals()).filter(({ transactionId }) => transactionId === receipt);
      return own[0]?.outcome ? own : undefined;
    });
    const about = { amount: 321, transactionId: receipt };
    await expectRefund(world, shop, first, {
      ...about,
      status: 'success',
      providerReceipt: done?.outcome?.receipt,
      resultCode: 0,
    });
    expect(await world.post(shop, '/reversal', body, 'reversal 1')).toEqual(first);

    const second = await world.post(shop, '/reversal', body, 'reversal 2');
    const { disbursementId } = first.body;
    expect(second).toMatchObject({ status: 409, body: { code: 'already_reversed', disbursementId } });
    const own = (await world.provider.reversals()).filter(({ transactionId }) => transactionId === receipt);
    expect(own).toHaveLength(1);
  });

  it.each(forms)('is settled by a result of the %s', async (form) => {
    const about = { transactionId: await world.collected(shop, `BACK${forms.indexOf(form)}`, 333), amount: 333 };
    const answer = await world.post(shop, '/reversal', { ...about, remarks: `magic:${form}` }, `reversal ${form}`);
    await expectRefund(world, shop, answer, { ...about, status: 'success', providerReceipt: words, resultCode: 0 });
  });
});

describe('inquiries', () => {
  it.each(forms)('transaction-status tells the state of a payment, normalised and raw: %s', async (form) => {
    const receipt = await world.collected(shop, `ASK${forms.indexOf(form)}`, 432);
    const body = { transactionId: receipt, remarks: `magic:${form}` };
    const answer = await world.post(shop, '/transaction-status', body);
    const text = expect.toBeOneOf([words, null]);
    const data = await expectInquiry(world, shop, answer, 'admin.transaction_status', {
      status: 'answered',
      transactionId: receipt,
      resultCode: 0,
      decoded: null,
      result: {
        transactionStatus: 'Completed',
        amount: expect.stringMatching(/^432(\.0+)?$/),
        receipt,
        initiatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        completedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        debitParty: words,
        creditParty: text,
        reason: text,
      },
    });
    expect(JSON.stringify(data.raw)).toContain(receipt);
  });

  it('transaction-status of a receipt that nobody knows fails, with the reason', async () => {
    const answer = await world.post(shop, '/transaction-status', { transactionId: 'ZZZ0000000' });
    const { decoded } = await expectInquiry(world, shop, answer, 'admin.transaction_status', {
      status: 'failed',
      transactionId: 'ZZZ0000000',
      resultCode: 'R000002',
      decoded: expect.anything(),
      result: null,
    });
    expectDecoded(decoded, { code: 'R000002', category: null, retryable: false });
  });

  it.each(forms)('account-balance tells every account, normalised and raw: %s', async (form) => {
    const answer = await world.post(shop, '/account-balance', { remarks: `magic:${form}` });
    const amount = expect.stringMatching(/^-?\d+(\.\d+)?$/);
    const account = (name: string) => {
      return { name, currency: 'KES', available: amount, current: amount, reserved: amount, uncleared: amount };
    };
    const data = await expectInquiry(world, shop, answer, 'admin.account_balance', {
      status: 'answered',
      transactionId: null,
      resultCode: 0,
      decoded: null,
      accounts: [
        account('Working Account'),
        account('Float Account'),
        account('Utility Account'),
        account('Charges Paid Account'),
        account('Organization Settlement Account'),
      ],
    });
    expect(JSON.stringify(data.raw)).toContain('AccountBalance');
  });
});
