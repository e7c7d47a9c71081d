import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importStatement, takeBackStatement } from '../reconciliation/index.ts';
import { at, eat, fileOf, recordPayment, unique } from '../reconciliation/reconciliation.fixture.ts';
import { approveOrder } from './approve-order.ts';
import { executeOrder } from './execute-order.ts';
import { newKey, type Office, orderOf, ordersWorld, type Person, refusalOf } from './orders.fixture.ts';
import { requestOrder } from './request-order.ts';

let world: Awaited<ReturnType<typeof ordersWorld>>;
beforeAll(async () => {
  world = await ordersWorld();
});
afterAll(() => world.close());

/** An office that has imported a statement with one payment that nobody has heard of. */
async function officeWithLine(given: object = {}) {
  const office = await world.office();
  office.clock.set(new Date('2026-11-21T08:00:00Z'));
  const { shortcode } = await office.merchant.providerAccount('sandbox');
  const receipt = unique();
  const line = { receipt, time: eat('10:01:00'), paidIn: '250.00', other: '254712345678 - JOY', reference: 'INV-9' };
  await importStatement(office.merchant.as('sandbox'), fileOf(shortcode, [{ ...line, ...given }]));
  const { id: lineId } = await office.rows.prisma.statementLine.findFirstOrThrow({ where: { receipt } });
  return { office, lineId, receipt, shortcode };
}

const ask = (by: Person, lineId: string, amount = 250) =>
  requestOrder(by, {
    kind: 'statement_payment',
    input: { lineId, amount },
    reason: 'The till showed it.',
    requestKey: newKey(),
  });

const paymentsOf = ({ rows }: Office, receipt: string) =>
  rows.prisma.payment.findMany({ where: { providerReceipt: receipt } });

describe('a payment that only the statement has', () => {
  it('is recorded by two persons, once, and announced as any other', async () => {
    const { office, lineId, receipt, shortcode } = await officeWithLine();
    const { orderId, status } = await ask(office.as('finance'), lineId);
    expect(status).toBe('awaiting_approval');
    await executeOrder(office.worker, { orderId });
    expect(await refusalOf(approveOrder(office.as('finance'), { orderId }))).toMatchObject({ code: 'forbidden' });
    expect(await paymentsOf(office, receipt)).toEqual([]);
    await approveOrder(office.as('finance', 1), { orderId });
    await executeOrder(office.worker, { orderId });
    await executeOrder(office.worker, { orderId });
    const [payment, ...others] = await paymentsOf(office, receipt);
    expect(others).toEqual([]);
    expect(payment).toMatchObject({
      source: 'c2b',
      status: 'success',
      shortcode,
      amount: 250,
      phone: '254712345678',
      accountRef: 'INV-9',
      createdAt: at('10:01:00'),
    });
    const paymentId = payment?.id ?? '';
    expect(await orderOf(office, orderId)).toMatchObject({ outcome: { ok: true, paymentId }, resourceId: paymentId });
    const events = await office.rows.prisma.webhookEvent.findMany({ where: { subjectId: paymentId } });
    expect(events.map(({ type }) => type)).toEqual(['payment.success']);
    const line = await office.rows.prisma.statementLine.findUniqueOrThrow({ where: { id: lineId } });
    expect(line).toMatchObject({ paymentId, matchedBy: 'receipt' });
    const review = await office.rows.prisma.review.findFirstOrThrow({ where: { subjectId: lineId } });
    expect(review).toMatchObject({ reason: 'statement_missing_here', status: 'closed', closedBy: 'system' });
    const entry = await office.rows.prisma.auditEntry.findFirstOrThrow({
      where: { action: 'payment.recorded_from_statement', subjectId: paymentId },
    });
    expect(entry).toMatchObject({
      actor: office.as('finance').actor,
      detail: { lineId, note: 'The till showed it.', approvedBy: office.as('finance', 1).actor },
    });
  });

  it('keeps its statement: an import with a recorded line is not taken back', async () => {
    const { office, lineId, receipt } = await officeWithLine();
    const { statementId } = await office.rows.prisma.statementLine.findUniqueOrThrow({ where: { id: lineId } });
    const { orderId } = await ask(office.as('finance'), lineId);
    await approveOrder(office.as('finance', 1), { orderId });
    await executeOrder(office.worker, { orderId });
    expect(await refusalOf(takeBackStatement(office.merchant.as('sandbox'), { statementId }))).toMatchObject({
      code: 'invalid_input',
      detail: expect.stringContaining(receipt),
    });
    expect(await office.rows.prisma.statement.count({ where: { id: statementId } })).toBe(1);
  });

  it('is asked for once at a time, with the right amount, by whom it concerns', async () => {
    const { office, lineId } = await officeWithLine();
    const other = await world.office();
    expect(await refusalOf(ask(office.as('finance'), lineId, 300))).toMatchObject({ detail: 'amount must be 250.' });
    expect(await refusalOf(ask(office.as('support'), lineId))).toMatchObject({ code: 'forbidden' });
    expect(await refusalOf(ask(other.as('finance'), lineId))).toMatchObject({ code: 'not_found' });
    const { orderId } = await ask(office.as('finance'), lineId);
    expect(await refusalOf(ask(office.as('finance', 1), lineId))).toMatchObject({
      detail: `lineId is being recorded already by order ${orderId}.`,
    });
  });

  it('is not recorded when its confirmation came before the second person', async () => {
    const { office, lineId, receipt, shortcode } = await officeWithLine();
    const { orderId } = await ask(office.as('finance'), lineId);
    await approveOrder(office.as('finance', 1), { orderId });
    await recordPayment(office.merchant.as('sandbox'), { shortcode, amount: 250, providerReceipt: receipt });
    await executeOrder(office.worker, { orderId });
    expect(await orderOf(office, orderId)).toMatchObject({ outcome: { ok: false, code: 'invalid_input' } });
    expect(await paymentsOf(office, receipt)).toHaveLength(1);
  });

  it.each([
    ['a prompt that is pending', { status: 'pending', settledAt: null, settledBy: null, resultCode: null }],
    ['a success without a receipt', { status: 'success', settledBy: 'query', resultCode: '0' }],
    ['a prompt that expired unheard', { status: 'failed', settledBy: 'expiry', resultCode: 'expired_unanswered' }],
  ] as const)('is refused while it may be the money of %s', async (_, changes) => {
    const { office, lineId, shortcode } = await officeWithLine({ reference: '' });
    const prompt = { source: 'stk', phone: '254712345678', amount: 250, requestedAmount: 250, shortcode } as const;
    const callbackToken = crypto.randomUUID().replaceAll('-', '').repeat(2);
    const paymentId = await recordPayment(office.merchant.as('sandbox'), { ...prompt, callbackToken, ...changes });
    expect(await refusalOf(ask(office.as('finance'), lineId))).toMatchObject({
      detail: `lineId may be the money of the payment ${paymentId}: resolve that one.`,
    });
  });

  it('is refused while a confirmation of its receipt waits for a decision', async () => {
    const { office, lineId, receipt, shortcode } = await officeWithLine();
    const at = office.clock.now();
    await office.rows.prisma.heldConfirmation.create({
      data: {
        callbackId: crypto.randomUUID(),
        registrationId: crypto.randomUUID(),
        ...office.merchant.as('sandbox').tenant,
        shortcode,
        amount: 250,
        receipt,
        phone: '254712345678',
        reference: 'INV-9',
        paidAt: at,
        heldAt: at,
      },
    });
    expect(await refusalOf(ask(office.as('finance'), lineId))).toMatchObject({
      detail: 'lineId has a confirmation that waits: decide that one.',
    });
  });

  it.each([
    ['money out', { paidIn: '', withdrawn: '250.00' }, 'lineId is no money that came in.'],
    ['less than a shilling', { paidIn: '0.50' }, 'lineId is less than KES 1, or too much.'],
  ])('is refused for %s', async (_, given, detail) => {
    const { office, lineId } = await officeWithLine(given);
    expect(await refusalOf(ask(office.as('finance'), lineId))).toEqual({ code: 'invalid_input', detail });
  });
});
