import { type Connection, send } from './send.ts';
import type {
  BatchPageParams,
  BatchRowPageParams,
  CallOptions,
  CreateBatchParams,
  ListBatchesParams,
  ListBatchRowsParams,
  MoneyOptions,
  PayoutBatch,
  PayoutBatchAccepted,
  PayoutBatchPage,
  PayoutBatchRow,
  PayoutBatchRowPage,
  SubmitBatchParams,
  WaitOptions,
} from './types.ts';
import { waitFor } from './wait.ts';

const pageSizeDefault = 100;
const rowsPerPageDefault = 500;

/** Lists of payouts, such as a payroll. Amounts are in whole KES. */
export type Batches = {
  /** Makes a batch. Nothing is paid before you send it off. Needs the scope `payout`. */
  create(params: CreateBatchParams, options?: MoneyOptions): Promise<PayoutBatchAccepted>;
  /** Reads a batch with the number of its rows in each state. Needs the scope `read`. */
  get(batchId: string, options?: CallOptions): Promise<PayoutBatch>;
  /** All batches that match, newest first, page after page. Needs the scope `read`. */
  list(params?: ListBatchesParams, options?: CallOptions): AsyncGenerator<PayoutBatch, void, undefined>;
  /** One page of batches. Its `next` is the `before` of the following one, null on the last. */
  listPage(params?: BatchPageParams, options?: CallOptions): Promise<PayoutBatchPage>;
  /** The rows of a batch in their order, page after page. Needs the scope `read`. */
  rows(
    batchId: string,
    params?: ListBatchRowsParams,
    options?: CallOptions,
  ): AsyncGenerator<PayoutBatchRow, void, undefined>;
  /** One page of the rows of a batch. */
  rowsPage(batchId: string, params?: BatchRowPageParams, options?: CallOptions): Promise<PayoutBatchRowPage>;
  /** Sends a checked batch off, so that its rows are paid. Needs the scope `payout`. */
  submit(batchId: string, params: SubmitBatchParams, options?: CallOptions): Promise<PayoutBatch>;
  /** Cancels a batch that is not being paid. Safe to repeat. Needs the scope `payout`. */
  cancel(batchId: string, options?: CallOptions): Promise<PayoutBatch>;
  /** Pays no further row. Safe to repeat. Needs the scope `payout`. */
  pause(batchId: string, options?: CallOptions): Promise<PayoutBatch>;
  /** Goes on paying. Safe to repeat. Needs the scope `payout`. */
  resume(batchId: string, options?: CallOptions): Promise<PayoutBatch>;
  /** Reads a batch until its rows are checked. Returns it as it is, `checking`, when time is up before. */
  waitForChecks(batchId: string, options?: WaitOptions): Promise<PayoutBatch>;
};

export function createBatches(connection: Connection): Batches {
  const addressOf = (batchId: string, rest = '') => `/payout-batches/${encodeURIComponent(batchId)}${rest}`;
  const read = <T>(path: string, query: Record<string, string | undefined>, options: CallOptions | undefined) =>
    send<T>(connection, { method: 'GET', path, query, repetition: 'nothing' }, options);
  const change = (path: string, body: object, options: CallOptions | undefined) =>
    send<PayoutBatch>(connection, { method: 'POST', path, body, repetition: 'nothing' }, options);
  const get = (batchId: string, options?: CallOptions) => read<PayoutBatch>(addressOf(batchId), {}, options);
  const listPage = ({ limit, ...filter }: BatchPageParams = {}, options?: CallOptions) =>
    read<PayoutBatchPage>('/payout-batches', { ...filter, limit: limit?.toString() }, options);
  const rowsPage = (batchId: string, { limit, ...filter }: BatchRowPageParams = {}, options?: CallOptions) =>
    read<PayoutBatchRowPage>(addressOf(batchId, '/rows'), { ...filter, limit: limit?.toString() }, options);
  return {
    create: (body, options) =>
      send(connection, { method: 'POST', path: '/payout-batches', body, repetition: 'money' }, options),
    get,
    async *list({ pageSize = pageSizeDefault, ...filter } = {}, options) {
      let before: string | undefined;
      do {
        const { batches, next } = await listPage({ ...filter, limit: pageSize, before }, options);
        yield* batches;
        before = next ?? undefined;
      } while (before !== undefined);
    },
    listPage,
    async *rows(batchId, { pageSize = rowsPerPageDefault, ...filter } = {}, options) {
      let before: string | undefined;
      do {
        const { rows, next } = await rowsPage(batchId, { ...filter, limit: pageSize, before }, options);
        yield* rows;
        before = next ?? undefined;
      } while (before !== undefined);
    },
    rowsPage,
    submit: (batchId, params, options) => change(addressOf(batchId, '/submit'), params, options),
    cancel: (batchId, options) => change(addressOf(batchId, '/cancel'), {}, options),
    pause: (batchId, options) => change(addressOf(batchId, '/pause'), {}, options),
    resume: (batchId, options) => change(addressOf(batchId, '/resume'), {}, options),
    waitForChecks: (batchId, options) =>
      waitFor(
        connection,
        (each) => get(batchId, each),
        ({ status }) => status !== 'checking',
        options,
      ),
  };
}
