import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { otherRails, setRailAccount } from '@tillgate/domain/applications';
import { beforeAll, describe, expect, it } from 'vitest';
import { moneyOutWorld } from '../routes/money-out.fixture.ts';

// What the provider posts is evidence of money, whatever its headers say and whatever one byte of a free text is.

const world = moneyOutWorld({ autoAnswer: false });
let c2bPath: string;
let registrationId: string;
let railPath: string;
let accountId: string;

beforeAll(async () => {
  const { prisma } = world.api.ctx.db;
  // First, because a process keeps the accounts that it has read for a moment.
  const { id: applicationId } = await prisma.application.findFirstOrThrow();
  const secrets = { clientId: 'a-client', clientSecret: 'a-secret' };
  const account = { applicationId, environment: 'sandbox', rail: otherRails[0], number: '450123', secrets } as const;
  ({ accountId } = await setRailAccount(world.api.ctx, account));
  railPath = `/functions/v1/rail-hook/${(await prisma.railAccount.findUniqueOrThrow({ where: { id: accountId } })).hookToken}`;
  c2bPath = new URL((await world.send('/c2b-register', {})).body.confirmationUrl).pathname;
  const hookToken = c2bPath.split('/').at(-1) ?? '';
  registrationId = (await prisma.c2bRegistration.findUniqueOrThrow({ where: { hookToken } })).id;
});

/** Posts bytes with exactly these header lines, and returns the first line of the answer. */
async function post(path: string, body: Uint8Array, headers: string): Promise<string | undefined> {
  const { port, hostname } = new URL(world.api.origin);
  const socket = connect(Number(port), hostname);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n`);
  socket.write(Buffer.from(`${headers}\r\n`, 'latin1'));
  socket.write(body);
  return (await textOf(socket)).split('\r\n')[0];
}

let receipts = 0;
/** Latin-1, so that `\u00c9` is the single byte 0xC9. */
const confirmation = (changes: Record<string, string> = {}) => {
  receipts += 1;
  const TransID = `TJK1A2B${String(receipts).padStart(3, '0')}`;
  const fields = {
    TransactionType: 'Pay Bill',
    TransID,
    TransTime: '20261120132411',
    TransAmount: '500.00',
    BusinessShortCode: '',
    BillRefNumber: 'INV-1',
    InvoiceNumber: '',
    OrgAccountBalance: '900.00',
    ThirdPartyTransID: '',
    MSISDN: '2547 ***** 126',
    FirstName: 'JOHN',
    ...changes,
  };
  const lines = Object.entries(fields).map(([name, value]) => `"${name}":"${value}"`);
  return { receipt: TransID, text: `{${lines.join(',')}}` };
};
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const paymentOf = (providerReceipt: string) =>
  world.api.ctx.db.prisma.payment.findFirst({ where: { providerReceipt } });
const json = 'Content-Type: application/json\r\n';

const headerLines = [
  'Content-Type: application/json,application/json\r\n',
  'Content-Type:\r\n',
  'Content-Type: json\r\n',
  'Content-Type: text\r\n',
  'Content-Type: application/json charset=utf-8\r\n',
  'Content-Type: application/json, application/json; charset=UTF-8\r\n',
  'Content-Type: application/json; charset=UTF-8, application/json\r\n',
  'Content-Type: */*\r\n',
  'Content-Type: \xff\xfe\r\n',
  'Content-Type: application/json\r\nContent-Type: text/plain\r\n',
  'Content-Type: ;;=\r\nContent-Encoding: none\r\nAccept: x\r\n',
  '',
];

it.each(headerLines)('a post with the header lines %j is stored and applied at every hook', async (headers) => {
  const { prisma } = world.api.ctx.db;
  const phone = `07123456${String(receipts).padStart(2, '0')}`;
  const payment = await world.send('/collect', { amount: 10, phone });
  const payout = await world.send('/payout', { amount: 10, phone, remarks: 'magic:accepted-silent' });
  const prompt = await prisma.payment.findUniqueOrThrow({ where: { id: payment.body.paymentId } });
  const sent = await prisma.disbursement.findUniqueOrThrow({ where: { id: payout.body.disbursementId } });
  const { receipt, text } = confirmation();
  const cancelled = { CheckoutRequestID: prompt.checkoutRequestId, ResultCode: 1032, ResultDesc: 'cancelled' };
  const posts = [
    [c2bPath, text],
    [`${c2bPath}?validation=1`, confirmation().text],
    [`/functions/v1/stk-hook/${prompt.callbackToken}`, JSON.stringify({ Body: { stkCallback: cancelled } })],
    [`/functions/v1/result-hook/${sent.callbackToken}`, resultOf(sent, { ResultCode: 2001, ResultDesc: 'refused' })],
    [`/functions/v1/timeout-hook/${sent.callbackToken}`, '{}'],
    [railPath, `{"transaction":{"id":"id-${receipt}","status_code":"TS"}}`],
  ] as const;
  for (const [path, body] of posts) expect(await post(path, latin1(body), headers), path).toBe('HTTP/1.1 200 OK');
  await world.settle(registrationId);
  await world.settle(prompt.id);
  await world.settle(sent.id, 2);
  expect((await world.settle(accountId)).at(-1)).toMatchObject({ state: 'unmatched' });
  expect(await paymentOf(receipt)).toMatchObject({ amount: 500, accountRef: 'INV-1' });
  expect(await prisma.payment.findUnique({ where: { id: prompt.id } })).toMatchObject({ status: 'failed' });
  expect(await prisma.disbursement.findUnique({ where: { id: sent.id } })).toMatchObject({ status: 'failed' });
});

function resultOf(
  sent: { originatorConversationId: string | null; conversationId: string | null },
  changes: Record<string, unknown>,
  name = 'JANE',
): string {
  const Result = {
    ResultType: 0,
    ResultCode: 0,
    ResultDesc: 'done',
    OriginatorConversationID: sent.originatorConversationId,
    ConversationID: sent.conversationId,
    TransactionID: 'TJP1A2B3C4',
    ResultParameters: { ResultParameter: [{ Key: 'ReceiverPartyPublicName', Value: `254712345678 - ${name}` }] },
    ...changes,
  };
  return JSON.stringify({ Result });
}

describe('a confirmation', () => {
  it.each([
    ['a byte that is not UTF-8', { FirstName: 'REN\u00c9' }, 'INV-1'],
    ['a raw TAB', { BillRefNumber: 'INV\t1' }, 'INV 1'],
    ['a raw line feed', { BillRefNumber: 'INV\n1' }, 'INV 1'],
    ['a raw NUL', { BillRefNumber: 'INV\u00001' }, 'INV 1'],
    ['an escape that JSON does not have', { BillRefNumber: "INV\\'1" }, "INV\\'1"],
    ['a backslash before a line feed', { FirstName: 'A\\\n' }, 'INV-1'],
    ['a broken unicode escape', { FirstName: 'A\\u12' }, 'INV-1'],
  ])('with %s is a payment', async (_what, changes, accountRef) => {
    const { receipt, text } = confirmation(changes);
    expect(await post(c2bPath, latin1(text), json)).toBe('HTTP/1.1 200 OK');
    await world.settle(registrationId);
    expect(await paymentOf(receipt)).toMatchObject({ amount: 500, accountRef, status: 'success' });
  });

  it.each([
    ['a quote within a name', (text: string) => text.replace('JOHN', 'JOHN "JJ" DOE')],
    ['a body that was cut', (text: string) => text.slice(0, -20)],
    ['an amount that nobody can read', (text: string) => text.replace('500.00', 'five hundred')],
    ['UTF-16', (text: string) => Buffer.from(text, 'utf16le').toString('latin1')],
  ])('with %s goes to people', async (_what, broken) => {
    const { prisma } = world.api.ctx.db;
    const { receipt, text } = confirmation();
    expect(await post(c2bPath, latin1(broken(text)), json)).toBe('HTTP/1.1 200 OK');
    const callback = (await world.settle(registrationId)).at(-1);
    expect(await paymentOf(receipt)).toBeNull();
    expect(await prisma.review.findMany({ where: { subjectId: callback?.id ?? '' } })).toMatchObject([
      { reason: 'callback_failed', subjectKind: 'callback', status: 'open' },
    ]);
  });

  it('that names no receipt is kept, and is nobody’s work', async () => {
    const before = await world.api.ctx.db.prisma.review.count();
    await post(c2bPath, latin1('hello'), json);
    expect((await world.settle(registrationId)).at(-1)).toMatchObject({ state: 'unmatched' });
    expect(await world.api.ctx.db.prisma.review.count()).toBe(before);
  });
});

describe('the result of a payout', () => {
  const payOut = async () => {
    const { prisma } = world.api.ctx.db;
    const payout = await world.send('/payout', { amount: 10, phone: '0712345678', remarks: 'magic:accepted-silent' });
    return prisma.disbursement.findUniqueOrThrow({ where: { id: payout.body.disbursementId } });
  };

  it('with a byte that is not UTF-8 settles it', async () => {
    const sent = await payOut();
    const body = latin1(resultOf(sent, {}, 'REN\u00c9'));
    expect(await post(`/functions/v1/result-hook/${sent.callbackToken}`, body, json)).toBe('HTTP/1.1 200 OK');
    await world.settle(sent.id);
    const { prisma } = world.api.ctx.db;
    expect(await prisma.disbursement.findUniqueOrThrow({ where: { id: sent.id } })).toMatchObject({
      status: 'success',
    });
  });

  it('that nobody can read asks people to look', async () => {
    const { prisma } = world.api.ctx.db;
    const sent = await payOut();
    const body = latin1(resultOf(sent, {}).slice(0, -4));
    await post(`/functions/v1/result-hook/${sent.callbackToken}`, body, json);
    await world.settle(sent.id);
    expect(await prisma.review.findMany({ where: { subjectId: sent.id } })).toMatchObject([
      { reason: 'callback_failed', subjectKind: 'disbursement', status: 'open' },
    ]);
  });
});
