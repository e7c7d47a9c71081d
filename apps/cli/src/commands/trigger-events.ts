import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { DomainError } from '@tillgate/domain';
import type { EventType } from '@tillgate/domain/outbox';
import { explainCode, type Operation } from '@tillgate/domain/rails';
import { type Api, type ApiAnswer, type ApiRequest, callApi, NoAnswer, refusalOf } from '../listen/api.ts';
import { describeEvent } from '../listen/describe-event.ts';
import { refusedOption } from '../options.ts';
import { paymentCodes, payoutCodes, simulatedOutcomes } from './trigger-codes.ts';
import type { TriggerRequest } from './trigger-request.ts';
import { awaitOutcome } from './trigger-wait.ts';

type Json = Record<string, unknown>;

/** How the request ended. `isExpected` is false if the sandbox produced another result. */
export type Outcome = { json: Json; text: string; isExpected: boolean };

/** A started request. `outcome` returns undefined while it is pending. */
export type Started = { json: Json; text: string; outcome(): Promise<Outcome | undefined> };

/** The smallest payout that the sandbox accepts. */
const amountDefault = 10;
/** A receipt that the sandbox always reports as completed. */
const completedReceipt = 'MAGIC73001';
const remarks = 'tillgate trigger';

/** Starts the request that leads to the event, through the public API. @throws DomainError */
export function start(api: Api, request: TriggerRequest): Promise<Started> {
  switch (request.event) {
    case 'payment.success':
    case 'payment.failed':
      return collect(api, request);
    case 'payout.result':
      return payOut(api, request);
    case 'refund.result':
      return refund(api, request);
    case 'admin.transaction_status':
      return inquire(api, request.event, '/transaction-status', {
        transactionId: request.reference ?? completedReceipt,
        remarks,
      });
    case 'admin.account_balance':
      return inquire(api, request.event, '/account-balance', { remarks });
  }
}

async function collect(api: Api, request: TriggerRequest): Promise<Started> {
  const { code, reference = newReference() } = request;
  const simulated = simulatedOutcomes[code];
  const { phone, amount } = choosePhoneAndAmount(request, simulated !== undefined);
  const made = await create(api, '/collect', { amount, phone, accountReference: reference });
  const { paymentId } = made;
  if (simulated) await answerPrompt(api, String(paymentId), simulated);
  return {
    json: { event: request.event, ...made, amount, phone, accountRef: reference },
    text: `Payment ${paymentId}: KES ${amount} from ${phone}, ref ${reference}.`,
    async outcome() {
      const query = new URLSearchParams({ accountReference: reference, limit: '100' });
      const { payments } = (await read(api, `/payments?${query}`)) as { payments: Json[] };
      const payment = payments.find((one) => one.paymentId === paymentId);
      if (!payment || payment.status === 'pending') return undefined;
      const event = payment.status === 'success' ? 'payment.success' : 'payment.failed';
      return ended(event, payment, 'prompt', code);
    },
  };
}

/** The phone or the amount selects the code, so one of the two must be ours to choose. */
function choosePhoneAndAmount(
  { code, phone, amount }: TriggerRequest,
  isSimulated: boolean,
): { phone: string; amount: number } {
  const magic = paymentCodes[code];
  if (!magic) return { phone: phone ?? newPhone(), amount: amount ?? amountDefault };
  if (phone === undefined) return { phone: magic.phone, amount: amount ?? amountDefault };
  if (amount !== undefined && !isSimulated) {
    throw refusedOption('--amount', `and --phone cannot both be set for code ${code}. Omit one of them`);
  }
  return { phone, amount: amount ?? magic.amount };
}

/** Ignores 422 and 502: the prompt has already ended, or it is on a real phone. */
async function answerPrompt(api: Api, paymentId: string, outcome: string): Promise<void> {
  const answer = await call(api, '/simulate/outcome', { body: { paymentId, outcome } });
  if (![200, 422, 502].includes(answer.status)) throw refusalOf(api, answer);
}

async function payOut(api: Api, { event, code, ...request }: TriggerRequest): Promise<Started> {
  const { phone = newPhone(), amount = amountDefault, reference } = request;
  const occasion = reference === undefined ? {} : { occasion: reference };
  const made = await create(api, '/payout', { amount, phone, remarks: payoutCodes[code] ?? remarks, ...occasion });
  return {
    json: { event, ...made, amount, phone },
    text: `Payout ${made.disbursementId}: KES ${amount} to ${phone}.`,
    outcome: () => disbursementOutcome(api, event, String(made.disbursementId), 'payout', code),
  };
}

/** Collects a payment, waits until it is paid, and refunds it. */
async function refund(api: Api, request: TriggerRequest): Promise<Started> {
  const { event, code } = request;
  const payment = await collect(api, { ...request, event: 'payment.success' });
  const paid = await awaitOutcome(async () => {
    const outcome = await payment.outcome();
    return outcome?.isExpected && outcome.json.providerReceipt === null ? undefined : outcome;
  });
  if (!paid?.isExpected) {
    const how = paid ? `ended as ${paid.text}` : 'is still pending or has no receipt yet';
    throw new DomainError('provider_rejected', `The payment to refund ${how}.`);
  }
  const { paymentId, amount, providerReceipt: transactionId } = paid.json;
  const made = await create(api, '/reversal', { transactionId, amount, remarks });
  return {
    json: { event, ...made, paymentId, transactionId, amount },
    text: `${payment.text}\nRefund ${made.disbursementId}: KES ${amount} of receipt ${transactionId}.`,
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
  of: 'payout' | 'reversal',
  code: string,
): Promise<Outcome | undefined> {
  const disbursement = await read(api, `/disbursements/${id}`);
  if (disbursement.status === 'pending') return undefined;
  return ended(event, disbursement, of, code);
}

async function inquire(api: Api, event: EventType, path: string, body: object): Promise<Started> {
  const made = await create(api, path, body);
  return {
    json: { event, ...made },
    text: `Inquiry ${made.queryId}.`,
    async outcome() {
      const inquiry = await read(api, `/inquiries/${made.queryId}`);
      if (inquiry.status === 'pending') return undefined;
      return ended(event, inquiry, path === '/transaction-status' ? 'transaction_status' : 'account_balance', '0');
    },
  };
}

/** Describes a settled row as its event does. */
function ended(event: EventType, row: Json, of: Operation, expected: string): Outcome {
  const hasFailed = row.status === 'failed';
  const decoded = hasFailed
    ? explainCode({ code: String(row.resultCode), message: String(row.resultDesc) }, { of, as: 'result' })
    : null;
  const data = { ...row, decoded };
  return {
    json: { event, ...data },
    text: `${event}  ${describeEvent({ type: event, data })}`,
    isExpected: hasFailed ? String(row.resultCode) === expected : expected === '0',
  };
}

/** @throws DomainError unless the API accepts the request */
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
    if (error instanceof NoAnswer)
      throw new DomainError('unavailable', `${error.message} Run \`npm start\` to start one.`);
    throw error;
  }
}

/** Picks a random phone without a fixed outcome. Prompts to the same phone are limited. */
function newPhone(): string {
  return `254711${String(randomInt(1_000_000)).padStart(6, '0')}`;
}

function newReference(): string {
  return `TRY-${randomBytes(4).toString('hex').toUpperCase()}`;
}
