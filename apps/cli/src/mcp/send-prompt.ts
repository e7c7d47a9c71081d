import { randomUUID } from 'node:crypto';
import { DomainError, type TenantContext } from '@tillgate/domain';
import { z } from 'zod';
import { paymentCodes } from '../commands/trigger-codes.ts';
import { awaitOutcome, waitSecondsMax } from '../commands/trigger-wait.ts';
import { callApi, NoAnswer, refusalOf } from '../listen/api.ts';
import { type PaymentData, readPayment, summaryOf } from './get-payment.ts';
import type { SandboxPrompts } from './sandbox-prompts.ts';
import { sentenceOf } from './sentence.ts';
import { foreignText, type Tool } from './tool.ts';

const textMax = 64;
const keyMax = 255;
const codes = Object.entries(paymentCodes)
  .map(([code, { phone }]) => `${phone} for ${code}`)
  .join(', ');

const inputSchema = z.strictObject({
  phone: z.string().max(textMax).describe(`Kenyan phone number. These fail with a result code: ${codes}`),
  amount: z.int().min(1).describe('whole KES'),
  reference: z.string().max(textMax).optional().describe('account reference of the payment'),
  idempotencyKey: z
    .string()
    .max(keyMax)
    .optional()
    .describe('repeat a call with the key that it returned, and no second prompt is sent; default: a new key'),
  waitSeconds: z.int().min(0).max(waitSecondsMax).default(waitSecondsMax).describe('how long to wait for the outcome'),
});

const outputSchema = z.object({
  paymentId: z.string(),
  idempotencyKey: z.string(),
  status: z.enum(['pending', 'success', 'failed']),
  amount: z.int().describe('whole KES'),
  phone: z.string().nullable().describe('masked'),
  accountReference: z.string(),
  providerReceipt: z.string().nullable(),
  failure: z.object({ code: z.string(), title: z.string(), fix: z.string() }).nullable(),
});

const acceptedSchema = z.object({ paymentId: z.uuid() });

/** Sends a prompt in the sandbox through the public API, as the merchant's own server does, and waits for its outcome. */
export function sendPrompt(ctx: TenantContext, { api }: SandboxPrompts): Tool<typeof inputSchema, typeof outputSchema> {
  return {
    name: 'send_sandbox_prompt',
    title: 'Send a sandbox prompt',
    description: `Asks a simulated phone in the sandbox to pay, with POST /collect, and waits for the outcome. No real money moves. ${foreignText}`,
    inputSchema,
    outputSchema,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    async run({ phone, amount, reference, idempotencyKey = randomUUID(), waitSeconds }, signal) {
      const body = { phone, amount, ...(reference !== undefined && { accountReference: reference }) };
      const paymentId = await collect(api, body, { idempotencyKey, signal });
      const settled = await awaitOutcome(
        async () => {
          const payment = await read(ctx, api.url, paymentId);
          return payment.status === 'pending' ? undefined : payment;
        },
        { seconds: waitSeconds, signal },
      );
      const payment = settled ?? (await read(ctx, api.url, paymentId));
      return { summary: summaryOf(payment), data: { ...view(payment), idempotencyKey } };
    },
  };
}

type Request = { idempotencyKey: string; signal: AbortSignal };

/** @throws DomainError as the API refuses, or when it does not answer */
async function collect(api: SandboxPrompts['api'], body: object, { idempotencyKey, signal }: Request): Promise<string> {
  try {
    const answer = await callApi(api, '/collect', { body, headers: { 'idempotency-key': idempotencyKey }, signal });
    const accepted = acceptedSchema.safeParse(answer.body);
    if (answer.status === 202 && accepted.success) return accepted.data.paymentId;
    throw refusalOf(api, answer);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const again = `Whether it sent the prompt is not known: repeat with the idempotencyKey ${idempotencyKey}.`;
    throw new DomainError('unavailable', `${error.message} ${again}`);
  }
}

/** @throws DomainError that names the payment: the prompt was sent, whatever is wrong here */
async function read(ctx: TenantContext, url: string, paymentId: string): Promise<PaymentData> {
  try {
    return await readPayment(ctx, paymentId);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') {
      const where = `The API at ${url} made payment ${paymentId} in another database than this one.`;
      throw new DomainError('not_found', where);
    }
    const reason = sentenceOf(error);
    if (reason === undefined) throw error;
    throw new DomainError('unavailable', `Payment ${paymentId} was started, and its outcome is not known. ${reason}`);
  }
}

function view({ paymentId, status, amount, phone, accountReference, providerReceipt, reason }: PaymentData) {
  const failure = reason && { code: reason.code, title: reason.title, fix: reason.fix };
  return { paymentId, status, amount, phone, accountReference, providerReceipt, failure };
}
