import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { DomainError } from '@tillgate/domain';
import { type CodeInPlace, decode } from '@tillgate/domain/catalogue';
import type { EventType } from '@tillgate/domain/outbox';
import { type Api, type ApiAnswer, type ApiRequest, callApi, NoAnswer, refusalOf } from '../listen/api.ts';
import { describeEvent } from '../listen/describe-event.ts';
import { refusedOption } from './options.ts';
import { paymentCodes, payoutCodes, simulatedOutcomes } from './trigger-codes.ts';
import { awaitOutcome } from './trigger-wait.ts';
import type { Wish } from './trigger-wish.ts';

type Json = Record<string, unknown>;

/** How it ended. `isWished` is false when something else happened than was to happen. */
export type Outcome = { json: Json; text: string; isWished: boolean };

/** What has been set going. `outcome` answers undefined while it is pending. */
export type Begun = { json: Json; text: string; outcome(): Promise<Outcome | undefined> };

/** The least that the sandbox pays out. */
const amountDefault = 10;
/** A transaction that the sandbox's provider says was completed, without there being one. */
const completedReceipt = 'MAGIC73001';
const remarks = 'tillgate trigger';

/** Sets an event going through the ordinary API. @throws DomainError */
export function begin(api: Api, wish: Wish): Promise<Begun> {
  switch (wish.event) {
    case 'payment.success':
    case 'payment.failed':
      return collect(api, wish);
    case 'payout.result':
      return payOut(api, wish);
    case 'refund.result':
      return refund(api, wish);
    case 'admin.transaction_status':
      return inquire(api, wish.event, '/transaction-status', {
        transactionId: wish.reference ?? completedReceipt,
        remarks,
      });
    case 'admin.account_balance':
      return inquire(api, wish.event, '/account-balance', { remarks });
  }
}

async function collect(api: Api, wish: Wish): Promise<Begun> {
  const { code, reference = newReference() } = wish;
  const simulated = simulatedOutcomes[code];
  const { phone, amount } = whoAndHowMuch(wish, simulated !== undefined);
  const made = await create(api, '/collect', { amount, phone, accountReference: reference });
  const { paymentId } = made;
  if (simulated) await answerPrompt(api, String(paymentId), simulated);
  return {
    json: { event: wish.event, ...made, amount, phone, accountRef: reference },
    text: `Payment ${paymentId}: KES ${amount} from ${phone}, ref ${reference}.`,
    async outcome() {
      const query = new URLSearchParams({ accountReference: reference, limit: '100' });
      const { payments } = (await read(api, `/payments?${query}`)) as { payments: Json[] };
      const payment = payments.find((one) => one.paymentId === paymentId);
      if (!payment || payment.status === 'pending') return undefined;
      const event = payment.status === 'success' ? 'payment.success' : 'payment.failed';
      return ended(event, payment, { family: 'stk' }, code);
    },
  };
}

/** The magic phone makes a code, and so does the magic amount: one of the two has to be ours. */
function whoAndHowMuch({ code, phone, amount }: Wish, isSimulated: boolean): { phone: string; amount: number } {
  const magic = paymentCodes[code];
  if (!magic) return { phone: phone ?? newPhone(), amount: amount ?? amountDefault };
  if (phone === undefined) return { phone: magic.phone, amount: amount ?? amountDefault };
  if (amount !== undefined && !isSimulated) {
    throw refusedOption(
      '--amount',
      `and --phone together leave no way to make the code ${code}: leave one of them out`,
    );
  }
  return { phone, amount: amount ?? magic.amount };
}

/** Where the prompt was answered by itself, or stands on a real phone, there is nothing to answer here. */
async function answerPrompt(api: Api, paymentId: string, outcome: string): Promise<void> {
  const answer = await call(api, '/simulate/outcome', { body: { paymentId, outcome } });
  if (![200, 422, 502].includes(answer.status)) throw refusalOf(api, answer);
}

async function payOut(api: Api, { event, code, ...wish }: Wish): Promise<Begun> {
  const { phone = newPhone(), amount = amountDefault, reference } = wish;
  const occasion = reference === undefined ? {} : { occasion: reference };
  const made = await create(api, '/payout', { amount, phone, remarks: payoutCodes[code] ?? remarks, ...occasion });
  return {
    json: { event, ...made, amount, phone },
    text: `Payout ${made.disbursementId}: KES ${amount} to ${phone}.`,
    outcome: () => disbursementOutcome(api, event, String(made.disbursementId), 'b2c', code),
  };
}

/** Takes a payment, waits until it is paid, and sends it back. */
async function refund(api: Api, wish: Wish): Promise<Begun> {
  const { event, code } = wish;
  const payment = await collect(api, { ...wish, event: 'payment.success' });
  const paid = await awaitOutcome(async () => {
    const outcome = await payment.outcome();
    return outcome?.isWished && outcome.json.providerReceipt === null ? undefined : outcome;
  });
  if (!paid?.isWished) {
    const how = paid ? `ended as ${paid.text}` : 'is still pending or has no receipt yet';
    throw new DomainError('provider_rejected', `The payment that was to be reversed ${how}.`);
  }
  const { paymentId, amount, providerReceipt: transactionId } = paid.json;
  const made = await create(api, '/reversal', { transactionId, amount, remarks });
  return {
    json: { event, ...made, paymentId, transactionId, amount },
    text: `${payment.text}\nReversal ${made.disbursementId}: KES ${amount} of receipt ${transactionId}.`,
    async outcome() {
      const outcome = await disbursementOutcome(api, event, String(made.disbursementId), 'reversal', code);
      return outcome && { ...outcome, json: { ...outcome.json, paymentId } };
    },
  };
}

async function disbursementOutcome(
  api: Api,
  event: EventType,
  id: string,
  of: 'b2c' | 'reversal',
  code: string,
): Promise<Outcome | undefined> {
  const disbursement = await read(api, `/disbursements/${id}`);
  if (disbursement.status === 'pending') return undefined;
  return ended(event, disbursement, { family: 'c2b_b2c', api: of, phase: 'callback' }, code);
}

async function inquire(api: Api, event: EventType, path: string, body: object): Promise<Begun> {
  const made = await create(api, path, body);
  return {
    json: { event, ...made },
    text: `Inquiry ${made.queryId}.`,
    async outcome() {
      const inquiry = await read(api, `/inquiries/${made.queryId}`);
      if (inquiry.status === 'pending') return undefined;
      const place = { family: 'c2b_b2c', api: String(inquiry.kind), phase: 'callback' } as Omit<CodeInPlace, 'code'>;
      return ended(event, inquiry, place, '0');
    },
  };
}

/** The row as it is read, explained as the event explains it. */
function ended(event: EventType, row: Json, place: Omit<CodeInPlace, 'code'>, wished: string): Outcome {
  const hasFailed = row.status === 'failed';
  const decoded = hasFailed
    ? decode({ ...place, code: String(row.resultCode), message: String(row.resultDesc) })
    : null;
  const data = { ...row, decoded };
  return {
    json: { event, ...data },
    text: `${event}  ${describeEvent({ type: event, data })}`,
    isWished: hasFailed ? String(row.resultCode) === wished : wished === '0',
  };
}

/** @throws DomainError unless the API has taken it */
async function create(api: Api, path: string, body: object): Promise<Json> {
  const answer = await call(api, path, { body, headers: { 'idempotency-key': randomUUID() } });
  if (answer.status !== 202) throw refusalOf(api, answer);
  return answer.body as Json;
}

async function read(api: Api, path: string): Promise<Json> {
  const answer = await call(api, path);
  if (answer.status !== 200) throw refusalOf(api, answer);
  return answer.body as Json;
}

async function call(api: Api, path: string, request?: ApiRequest): Promise<ApiAnswer> {
  try {
    return await callApi(api, path, request);
  } catch (error) {
    if (error instanceof NoAnswer) throw new DomainError('unavailable', `${error.message} \`npm start\` starts one.`);
    throw error;
  }
}

/** Outside the numbers that mean something to the sandbox, and another one each time: prompts to one phone are limited. */
function newPhone(): string {
  return `254711${String(randomInt(1_000_000)).padStart(6, '0')}`;
}

function newReference(): string {
  return `TRY-${randomBytes(4).toString('hex').toUpperCase()}`;
}
