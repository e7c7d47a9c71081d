import { type Connection, send } from './send.ts';
import type {
  CallOptions,
  ChangeLinkParams,
  CreateLinkParams,
  LinkPageParams,
  LinkPayment,
  LinkPaymentPage,
  LinkPaymentPageParams,
  ListLinksParams,
  MoneyOptions,
  PaymentLink,
  PaymentLinkPage,
  WaitOptions,
} from './types.ts';
import { waitFor } from './wait.ts';

const pageSizeDefault = 100;

/** Pages on which anybody can pay. Amounts are in whole KES. */
export type Links = {
  /** Makes a link. Send its `url` to your customer. Needs the scope `collect`. */
  create(params: CreateLinkParams, options?: MoneyOptions): Promise<PaymentLink>;
  /** Reads a link with what was paid on it. Needs the scope `read`. */
  get(linkId: string, options?: CallOptions): Promise<PaymentLink>;
  /** All links that match, newest first, page after page. Needs the scope `read`. */
  list(params?: ListLinksParams, options?: CallOptions): AsyncGenerator<PaymentLink, void, undefined>;
  /** One page of links. Its `next` is the `before` of the following one, null on the last. */
  listPage(params?: LinkPageParams, options?: CallOptions): Promise<PaymentLinkPage>;
  /** What was tried and paid on a link, newest first, page after page. Needs the scope `read`. */
  payments(linkId: string, options?: CallOptions): AsyncGenerator<LinkPayment, void, undefined>;
  /** One page of the payments of a link. */
  paymentsPage(linkId: string, params?: LinkPaymentPageParams, options?: CallOptions): Promise<LinkPaymentPage>;
  /** Changes a link. A member that is null removes what is stored. Needs the scope `collect`. */
  change(linkId: string, params: ChangeLinkParams, options?: CallOptions): Promise<PaymentLink>;
  /** Ends a link: nobody can begin to pay any more. Safe to repeat. Needs the scope `collect`. */
  end(linkId: string, options?: CallOptions): Promise<PaymentLink>;
  /** Opens a link again. Safe to repeat. Needs the scope `collect`. */
  reopen(linkId: string, options?: CallOptions): Promise<PaymentLink>;
  /**
   * Reads a link until it is paid or ended. Returns it as it is, open, when time is up before. A link for many payments is
   * never paid: listen to `link.paid` instead.
   */
  waitForPaid(linkId: string, options?: WaitOptions): Promise<PaymentLink>;
};

export function createLinks(connection: Connection): Links {
  const addressOf = (linkId: string, rest = '') => `/payment-links/${encodeURIComponent(linkId)}${rest}`;
  const read = <T>(path: string, query: Record<string, string | undefined>, options: CallOptions | undefined) =>
    send<T>(connection, { method: 'GET', path, query, repetition: 'nothing' }, options);
  const change = (method: 'POST' | 'PATCH', path: string, body: object, options: CallOptions | undefined) =>
    send<PaymentLink>(connection, { method, path, body, repetition: 'nothing' }, options);
  const get = (linkId: string, options?: CallOptions) => read<PaymentLink>(addressOf(linkId), {}, options);
  const listPage = ({ limit, ...filter }: LinkPageParams = {}, options?: CallOptions) =>
    read<PaymentLinkPage>('/payment-links', { ...filter, limit: limit?.toString() }, options);
  const paymentsPage = (linkId: string, { limit, before }: LinkPaymentPageParams = {}, options?: CallOptions) =>
    read<LinkPaymentPage>(addressOf(linkId, '/payments'), { before, limit: limit?.toString() }, options);
  return {
    create: (body, options) =>
      send(connection, { method: 'POST', path: '/payment-links', body, repetition: 'money' }, options),
    get,
    async *list({ pageSize = pageSizeDefault, ...filter } = {}, options) {
      let before: string | undefined;
      do {
        const { links, next } = await listPage({ ...filter, limit: pageSize, before }, options);
        yield* links;
        before = next ?? undefined;
      } while (before !== undefined);
    },
    listPage,
    async *payments(linkId, options) {
      let before: string | undefined;
      do {
        const { payments, next } = await paymentsPage(linkId, { limit: pageSizeDefault, before }, options);
        yield* payments;
        before = next ?? undefined;
      } while (before !== undefined);
    },
    paymentsPage,
    change: (linkId, params, options) => change('PATCH', addressOf(linkId), params, options),
    end: (linkId, options) => change('POST', addressOf(linkId, '/end'), {}, options),
    reopen: (linkId, options) => change('POST', addressOf(linkId, '/reopen'), {}, options),
    waitForPaid: (linkId, options) =>
      waitFor(
        connection,
        (each) => get(linkId, each),
        ({ status }) => status !== 'open',
        options,
      ),
  };
}
