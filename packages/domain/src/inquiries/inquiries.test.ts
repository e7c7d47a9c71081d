import { describe, expect, it } from 'vitest';
import {
  auditOf,
  inquiriesOf,
  later,
  post,
  refusalOf,
  useShops,
  webhooksOf,
} from '../disbursements/disbursements.fixture.ts';
import { inquireDisbursement, payOut } from '../disbursements/index.ts';
import { BrokenRow } from '../kernel/stored.ts';
import { createRateLimiter } from '../rate-limits/index.ts';
import { askAccountBalance } from './ask-account-balance.ts';
import { askTransactionStatus } from './ask-transaction-status.ts';
import { getInquiry } from './get-inquiry.ts';
import { sweepInquiries } from './sweep-inquiries.ts';

const shop = useShops();

const status = { transactionId: 'TJK1A2B3C4', identifierType: '4' as const };
const balance = { identifierType: '4' as const };
const transactionStatus = {
  transactionStatus: 'Completed',
  amount: '100',
  receipt: 'TJK1A2B3C4',
  initiatedAt: '2026-03-01T13:00:00+03:00',
  completedAt: '2026-03-01T13:00:05+03:00',
  debitParty: '254712345678 - A PERSON',
  creditParty: '174379 - A SHOP',
  reason: null,
};
const accountBalances = [
  {
    name: 'Working Account',
    currency: 'KES',
    available: '1000.00',
    current: '1000.00',
    reserved: '0.00',
    uncleared: '0.00',
  },
];

describe('a transaction status', () => {
  it('is asked with what was given, and its answer is announced with exactly the fields of the contract', async () => {
    const ctx = await shop();
    const { queryId, conversationId } = await askTransactionStatus(ctx, { ...status, remarks: 'r', occasion: 'o' });
    const [row] = await inquiriesOf(ctx);
    expect(row).toMatchObject({ id: queryId, status: 'pending', conversationId, disbursementId: null });
    expect(ctx.provider.statusInquiries.calls[0]?.request).toEqual({
      by: { transactionId: 'TJK1A2B3C4' },
      identifierType: '4',
      remarks: 'r',
      occasion: 'o',
      resultUrl: `https://pay.example/functions/v1/result-hook/${row?.callbackToken}`,
      timeoutUrl: `https://pay.example/functions/v1/timeout-hook/${row?.callbackToken}`,
    });
    const raw = { transactionStatus, ResultCode: 0 };
    await post(ctx, queryId, { resultCode: '0', resultDesc: 'ok', conversationId, raw });
    const created = Math.floor(ctx.clock.now().getTime() / 1000);
    const data = {
      queryId,
      conversationId,
      applicationId: ctx.tenant.applicationId,
      env: 'sandbox',
      status: 'answered',
      transactionId: 'TJK1A2B3C4',
      resultCode: 0,
      resultDesc: 'ok',
      decoded: null,
      result: transactionStatus,
      raw,
    };
    const type = 'admin.transaction_status';
    expect(await webhooksOf(ctx, queryId)).toEqual([{ eventType: type, body: { type, created, data } }]);
    expect(await getInquiry(ctx, queryId)).toEqual({
      queryId,
      conversationId,
      kind: 'transaction_status',
      status: 'answered',
      rail: 'mpesa',
      transactionId: 'TJK1A2B3C4',
      resultCode: 0,
      resultDesc: 'ok',
      result: transactionStatus,
      createdAt: ctx.clock.now().toISOString(),
    });
  });

  it('that the provider could not answer failed, with the explanation and its words', async () => {
    const ctx = await shop();
    const { queryId } = await askTransactionStatus(ctx, status);
    await post(ctx, queryId, {
      resultCode: '2001',
      resultDesc: 'The initiator information is invalid.',
      raw: { a: 1 },
    });
    expect((await webhooksOf(ctx, queryId))[0]?.body.data).toMatchObject({
      status: 'failed',
      resultCode: 2001,
      result: null,
      raw: { a: 1 },
      decoded: { code: 2001, category: 'your_setup' },
    });
    expect(await getInquiry(ctx, queryId)).toMatchObject({ status: 'failed', result: null });
  });
});

it('an account balance is announced and read back with its accounts', async () => {
  const ctx = await shop();
  const { queryId } = await askAccountBalance(ctx, balance);
  await post(ctx, queryId, { resultCode: '0', raw: { accountBalances } });
  const [webhook] = await webhooksOf(ctx, queryId);
  expect(webhook?.eventType).toBe('admin.account_balance');
  expect(Object.keys(webhook?.body.data)).toEqual([
    'queryId',
    'conversationId',
    'applicationId',
    'env',
    'status',
    'transactionId',
    'resultCode',
    'resultDesc',
    'decoded',
    'accounts',
    'raw',
  ]);
  expect(webhook?.body.data.accounts).toEqual(accountBalances);
  expect(await getInquiry(ctx, queryId)).toMatchObject({ kind: 'account_balance', accounts: accountBalances });
});

describe('an answer that cannot be read', () => {
  const answered = { status: 'answered', resultCode: '0', resultDesc: 'ok', endedAt: new Date() } as const;

  it.each([
    ['a balance', askAccountBalance, balance, [{ name: 'Utility Account', currency: 'KES', available: 1000 }]],
    ['a balance of no account', askAccountBalance, balance, {}],
    ['a transaction', askTransactionStatus, status, { ...transactionStatus, amount: 100 }],
    ['a list for a transaction', askTransactionStatus, status, []],
  ] as const)('is refused by name, and never passed on: %s', async (_, ask, input, result) => {
    const ctx = await shop();
    const { queryId } = await ask(ctx, input as typeof balance & typeof status);
    await ctx.db.prisma.inquiry.update({ where: { id: queryId }, data: { ...answered, result } });
    await expect(getInquiry(ctx, queryId)).rejects.toThrow(BrokenRow);
    await expect(getInquiry(ctx, queryId)).rejects.toThrow(`The result of the inquiry ${queryId} cannot be read`);
  });

  it('does not count what an older version did not write', async () => {
    const ctx = await shop();
    const { queryId } = await askTransactionStatus(ctx, status);
    const result = { transactionStatus: 'Completed' };
    await ctx.db.prisma.inquiry.update({ where: { id: queryId }, data: { ...answered, result } });
    expect(await getInquiry(ctx, queryId)).toMatchObject({ result: { ...result, amount: null, receipt: null } });
  });
});

describe('an inquiry', () => {
  it('that the provider refuses failed without an event: the caller was told', async () => {
    const ctx = await shop();
    const refusal = { kind: 'rejected', by: 'provider', code: '404.001.03', description: 'Invalid token' } as const;
    ctx.provider.balanceInquiries.answer(refusal);
    const refused = await refusalOf(askAccountBalance(ctx, balance));
    const [row] = await inquiriesOf(ctx);
    expect(refused).toMatchObject({
      code: 'provider_rejected',
      queryId: row?.id,
      upstream: { code: '404.001.03', description: 'Invalid token' },
    });
    expect(row).toMatchObject({ status: 'failed', resultCode: '404.001.03' });
    expect(await webhooksOf(ctx, row?.id ?? '')).toEqual([]);
  });

  it('whose acknowledgement was lost stays pending, is named, and its answer is announced when it comes', async () => {
    const ctx = await shop();
    ctx.provider.statusInquiries.answer({ kind: 'unknown', cause: 'cut' });
    const refused = await refusalOf(askTransactionStatus(ctx, status));
    const [row] = await inquiriesOf(ctx);
    const queryId = row?.id ?? '';
    expect(refused).toEqual({ code: 'provider_unavailable', queryId });
    await post(ctx, queryId, { resultCode: '0', conversationId: 'AG_unseen', raw: { transactionStatus } });
    expect(await getInquiry(ctx, queryId)).toMatchObject({ status: 'answered', conversationId: 'AG_unseen' });
    expect((await webhooksOf(ctx, queryId))[0]?.body.data.conversationId).toBe('AG_unseen');
  });

  it('that was answered before it was acknowledged keeps the answer', async () => {
    const ctx = await shop();
    const held = ctx.provider.statusInquiries.hold();
    const asking = askTransactionStatus(ctx, status);
    await held.arrived;
    const [row] = await inquiriesOf(ctx);
    await post(ctx, row?.id ?? '', { resultCode: '0', conversationId: 'AG_1', raw: { transactionStatus } });
    held.answer({ kind: 'accepted', originatorConversationId: 'o-1', conversationId: 'AG_1' });
    expect(await asking).toEqual({ queryId: row?.id, conversationId: 'AG_1' });
    expect((await inquiriesOf(ctx))[0]).toMatchObject({ status: 'answered', originatorConversationId: 'o-1' });
  });

  it('ends once: a second result and a late timeout change nothing', async () => {
    const ctx = await shop();
    const { queryId } = await askTransactionStatus(ctx, status);
    await post(ctx, queryId, { resultCode: '0', raw: { transactionStatus } });
    expect((await post(ctx, queryId, { resultCode: '1' })).state).toBe('applied');
    await post(ctx, queryId, 'queue_timeout');
    expect((await getInquiry(ctx, queryId)).status).toBe('answered');
    expect(await webhooksOf(ctx, queryId)).toHaveLength(1);
  });

  it('is not ended by the ids of another conversation', async () => {
    const ctx = await shop();
    const { queryId } = await askTransactionStatus(ctx, status);
    const foreign = { resultCode: '0', originatorConversationId: 'another', raw: { transactionStatus } };
    expect((await post(ctx, queryId, foreign)).state).toBe('unmatched');
    expect((await getInquiry(ctx, queryId)).status).toBe('pending');
    expect((await auditOf(ctx, queryId)).map(({ action }) => action)).toEqual(['inquiry.contradicted']);
  });

  it.each(['queue timeout', 'a day without a result'])('failed after %s, and says so', async (why) => {
    const ctx = await shop();
    const { queryId } = await askAccountBalance(ctx, balance);
    if (why === 'queue timeout') await post(ctx, queryId, 'queue_timeout');
    else {
      await sweepInquiries(later(ctx, 86_399));
      expect((await getInquiry(ctx, queryId)).status).toBe('pending');
      await sweepInquiries(later(ctx, 86_400));
    }
    const resultCode = why === 'queue timeout' ? 'queue_timeout' : 'unanswered';
    const view = await getInquiry(ctx, queryId);
    expect(view).toMatchObject({ status: 'failed', resultCode, accounts: null });
    expect(view.resultDesc).toMatch(/provider/);
    const decoded = { code: resultCode, title: 'No answer from the provider', retryable: true };
    expect((await webhooksOf(ctx, queryId))[0]?.body.data).toMatchObject({ status: 'failed', accounts: null, decoded });
    await sweepInquiries(later(ctx, 90_000));
    expect(await webhooksOf(ctx, queryId)).toHaveLength(1);
  });

  it('needs the initiator', async () => {
    const ctx = await shop({});
    const missing = { code: 'provider_not_configured' };
    expect(await refusalOf(askTransactionStatus(ctx, status))).toMatchObject(missing);
    expect(await refusalOf(askAccountBalance(ctx, balance))).toMatchObject(missing);
    expect(await inquiriesOf(ctx)).toEqual([]);
  });

  it('is refused when the questions of this second are used up, and nothing is asked', async () => {
    const rule = { count: 1, seconds: 3_600 };
    const ctx = { ...(await shop()), queryBudget: createRateLimiter({ kind: 'memory' }, { prefix: 'q', rule }) };
    await askTransactionStatus(ctx, status);
    const refused = { code: 'rate_limited' };
    expect(await refusalOf(askTransactionStatus(ctx, status))).toMatchObject(refused);
    expect(await refusalOf(askAccountBalance(ctx, balance))).toMatchObject(refused);
    expect(await inquiriesOf(ctx)).toHaveLength(1);
    expect([ctx.provider.statusInquiries.calls, ctx.provider.balanceInquiries.calls]).toMatchObject([[{}], []]);
  });

  it('is for its own tenant, and those that a sweep made are for nobody', async () => {
    const [ctx, stranger] = [await shop(), await shop()];
    const { queryId } = await askTransactionStatus(ctx, status);
    const payout = { amount: 10, phone: '254712345678', commandId: 'BusinessPayment' as const };
    const { outcome } = await payOut(ctx, payout);
    const inquiryId = crypto.randomUUID();
    await inquireDisbursement(ctx, { disbursementId: outcome.disbursementId, inquiryId });
    expect(await inquiriesOf(ctx)).toHaveLength(2);
    const reads = [
      getInquiry(stranger, queryId),
      getInquiry(ctx, inquiryId),
      getInquiry(ctx, '0192f3a4-5b6c-7d8e-9f00-112233445566'),
      getInquiry(ctx, 'x'),
    ];
    const refusals = await Promise.all(reads.map((read) => read.catch((error: Error) => error)));
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
    expect(refusals[0]).toMatchObject({ code: 'not_found' });
  });
});
