import { type Batches, createBatches } from './batches.ts';
import { systemClock } from './clock.ts';
import { readOptions, type TillgateOptions } from './config.ts';
import { createInquiries, type Inquiries } from './inquiries.ts';
import { createLinks, type Links } from './links.ts';
import { type Connection, send } from './send.ts';
import type {
  C2bRegistered,
  CallOptions,
  CollectAccepted,
  CollectParams,
  Disbursement,
  DisbursementAccepted,
  Environment,
  ListenedEvents,
  ListenParams,
  ListPaymentsParams,
  MoneyOptions,
  Payment,
  PaymentPage,
  PaymentPageParams,
  PaymentStatus,
  PayoutParams,
  QrCode,
  QrParams,
  RefundParams,
  SimulateOutcomeParams,
  WaitOptions,
} from './types.ts';
import { waitFor } from './wait.ts';

const pageSizeDefault = 100;
const listenSecondsDefault = 25;
/** The service answers when the wait is over; this much later the connection is taken for dead. */
const listenGraceMs = 15_000;

/**
 * A client of one application in one environment, which its API key determines. Amounts are in whole KES.
 *
 * Every method may throw a {@link TillgateError}. Failed attempts are repeated while that is safe: without an answer,
 * when the service is busy (429) and when it fails (5xx), always with the same idempotency key. An outcome that is
 * unknown (`indeterminate`) is never repeated.
 */
export class Tillgate {
  // Private, so that neither console.log nor JSON.stringify shows the API key.
  readonly #connection: Connection;
  /** Questions to the provider about transactions and balances. */
  readonly inquiries: Inquiries;
  /** Pages on which anybody can pay. */
  readonly links: Links;
  /** Lists of payouts, such as a payroll. */
  readonly batches: Batches;

  /** @throws TypeError when an option cannot be used. It never shows the key. */
  constructor(options: TillgateOptions) {
    this.#connection = { config: readOptions(options), clock: systemClock };
    this.inquiries = createInquiries(this.#connection);
    this.links = createLinks(this.#connection);
    this.batches = createBatches(this.#connection);
  }

  /** The environment of the API key. */
  get environment(): Environment {
    return this.#connection.config.environment;
  }

  /**
   * Sends a payment prompt to the customer's phone. The outcome comes as a webhook, or from
   * {@link Tillgate.waitForPayment}. Needs the scope `collect`.
   */
  collect(params: CollectParams, options?: MoneyOptions): Promise<CollectAccepted> {
    return this.#money('/collect', params, options);
  }

  /** Reads the state of a payment. Asks the provider first while it is pending. Needs the scope `read`. */
  status(paymentId: string, options?: CallOptions): Promise<PaymentStatus> {
    return this.#read(`/status/${encodeURIComponent(paymentId)}`, options);
  }

  /**
   * Reads a payment until it is paid or failed, with growing pauses.
   * @returns the final state. When time is up before, the state `pending`: that is not a failure, so do not collect
   *   again; the outcome still comes as a webhook.
   */
  waitForPayment(paymentId: string, options?: WaitOptions): Promise<PaymentStatus> {
    const read = (each: CallOptions) => this.status(paymentId, each);
    return waitFor(this.#connection, read, ({ status }) => status !== 'pending', options);
  }

  /** All payments that match, newest first, page after page. Needs the scope `read`. */
  async *listPayments(
    params: ListPaymentsParams = {},
    options?: CallOptions,
  ): AsyncGenerator<Payment, void, undefined> {
    const { pageSize = pageSizeDefault, ...filter } = params;
    let before: string | undefined;
    do {
      const page: PaymentPage = await this.listPaymentsPage({ ...filter, limit: pageSize, before }, options);
      yield* page.payments;
      before = page.next ?? undefined;
    } while (before !== undefined);
  }

  /** One page of payments. Its `next` is the `before` of the following one, null on the last. */
  listPaymentsPage(params: PaymentPageParams = {}, options?: CallOptions): Promise<PaymentPage> {
    const { limit, createdFrom, createdTo, ...rest } = params;
    const query = { ...rest, limit: limit?.toString(), createdFrom: timeOf(createdFrom), createdTo: timeOf(createdTo) };
    return send(this.#connection, { method: 'GET', path: '/payments', query, repetition: 'nothing' }, options);
  }

  /** Sends money to a phone. Irreversible in production. Needs the scope `payout`. */
  payout(params: PayoutParams, options?: MoneyOptions): Promise<DisbursementAccepted> {
    return this.#money('/payout', params, options);
  }

  /** Gives a payment back to its payer, by its receipt and whole amount. Needs the scope `refund`. */
  refund(params: RefundParams, options?: MoneyOptions): Promise<DisbursementAccepted> {
    return this.#money('/reversal', params, options);
  }

  /** Reads a payout or refund. Needs the scope `read`. */
  disbursement(disbursementId: string, options?: CallOptions): Promise<Disbursement> {
    return this.#read(`/disbursements/${encodeURIComponent(disbursementId)}`, options);
  }

  /** Like {@link Tillgate.waitForPayment}, for a payout or refund. */
  waitForDisbursement(disbursementId: string, options?: WaitOptions): Promise<Disbursement> {
    const read = (each: CallOptions) => this.disbursement(disbursementId, each);
    return waitFor(this.#connection, read, ({ status }) => status !== 'pending', options);
  }

  /** Makes a QR code that a customer can pay, as a base64 PNG. Needs the scope `offline`. */
  generateQr(params: QrParams, options?: CallOptions): Promise<QrCode> {
    return this.#post('/qr-generate', params, 'nothing', options);
  }

  /** Registers the URLs that receive offline payments. Safe to repeat. Needs the scope `offline`. */
  registerC2b(options?: CallOptions): Promise<C2bRegistered> {
    return this.#post('/c2b-register', {}, 'nothing', options);
  }

  /** Answers a prompt in the customer's place. Only with a sandbox key. */
  simulateOutcome(params: SimulateOutcomeParams, options?: CallOptions): Promise<PaymentStatus> {
    return this.#post('/simulate/outcome', params, 'more', options);
  }

  /**
   * Waits for events and returns them as the webhooks that they would be. Pass `next` as `after` to go on. Only with a
   * sandbox key: the command `tillgate listen` does this for you.
   */
  listenEvents(params: ListenParams = {}, options: CallOptions = {}): Promise<ListenedEvents> {
    const { after, types, waitSeconds = listenSecondsDefault } = params;
    const timeoutMs = options.timeoutMs ?? waitSeconds * 1000 + listenGraceMs;
    const query = { after, wait: waitSeconds.toString(), types: types?.join(',') };
    const call = { method: 'GET', path: '/events/listen', query, repetition: 'nothing' } as const;
    return send(this.#connection, call, { ...options, timeoutMs });
  }

  #money<T>(path: string, body: object, options: MoneyOptions | undefined): Promise<T> {
    return this.#post(path, body, 'money', options);
  }

  #post<T>(path: string, body: object, repetition: 'money' | 'nothing' | 'more', options?: MoneyOptions): Promise<T> {
    return send(this.#connection, { method: 'POST', path, body, repetition }, options);
  }

  #read<T>(path: string, options: CallOptions | undefined): Promise<T> {
    return send(this.#connection, { method: 'GET', path, repetition: 'nothing' }, options);
  }
}

function timeOf(time: string | Date | undefined): string | undefined {
  return time instanceof Date ? time.toISOString() : time;
}
