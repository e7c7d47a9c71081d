import { type Connection, send } from './send.ts';
import type {
  AccountBalanceParams,
  CallOptions,
  Inquiry,
  InquiryAccepted,
  TransactionStatusParams,
  WaitOptions,
} from './types.ts';
import { waitFor } from './wait.ts';

/** Questions that the provider answers later: as a webhook, or in {@link Inquiries.get}. No money moves. */
export type Inquiries = {
  /** Asks for the state of any past transaction, by its receipt. Needs the scope `inquire`. */
  transactionStatus(params: TransactionStatusParams, options?: CallOptions): Promise<InquiryAccepted>;
  /** Asks for the balances of the shortcode. Needs the scope `inquire`. */
  accountBalance(params?: AccountBalanceParams, options?: CallOptions): Promise<InquiryAccepted>;
  /** Reads an inquiry, with its answer once it is there. Needs the scope `read`. */
  get(queryId: string, options?: CallOptions): Promise<Inquiry>;
  /** Reads until the inquiry is answered or failed. Returns it as it is, pending, when time is up before. */
  wait(queryId: string, options?: WaitOptions): Promise<Inquiry>;
};

export function createInquiries(connection: Connection): Inquiries {
  // A repeated question is a second inquiry with a webhook of its own.
  const ask = (path: string, body: object, options: CallOptions | undefined) =>
    send<InquiryAccepted>(connection, { method: 'POST', path, body, repetition: 'more' }, options);
  const get = (queryId: string, options?: CallOptions) => {
    const path = `/inquiries/${encodeURIComponent(queryId)}`;
    return send<Inquiry>(connection, { method: 'GET', path, repetition: 'nothing' }, options);
  };
  return {
    transactionStatus: (params, options) => ask('/transaction-status', params, options),
    accountBalance: (params = {}, options) => ask('/account-balance', params, options),
    get,
    wait: (queryId, options) =>
      waitFor(
        connection,
        (each) => get(queryId, each),
        ({ status }) => status !== 'pending',
        options,
      ),
  };
}
