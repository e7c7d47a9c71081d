import { randomUUID } from 'node:crypto';
import { type DomainError, notFound } from '@tillgate/domain';
import { type Table, writeTable, writeWorkbook } from '@tillgate/domain/exports';
import { TRPCError } from '@trpc/server';
import { asTrpc, ownHeaders, statuses } from '@/answer-file';
import type { Person } from '@/auth';
import type { Deps } from '@/deps';
import { toLocale } from '@/i18n/locale';
import { createTrpcContext } from '@/trpc/context';
import { createCallerFactory } from '@/trpc/init';
import { toDomainError } from '@/trpc/refusals';
import { appRouter } from '@/trpc/root';
import { balancesFile, moneyFile } from './csv.ts';
import { inputOf, type ReportState, readState, reports } from './state.ts';

/** The place of a table in the address, as it came. */
export type TableAddress = { applicationId: string; environment: string; report: string };

const createCaller = createCallerFactory(appRouter);
type Caller = ReturnType<typeof createCaller>;
type Tenant = { applicationId: string; environment: 'sandbox' | 'production' };

/**
 * Sends the table of a report as a CSV file or a workbook. It is read by the procedure that the page calls, so
 * somebody who may not see the page gets no file either.
 */
export async function answerTable(
  deps: Deps,
  person: Person | undefined,
  address: TableAddress,
  params: URLSearchParams,
): Promise<Response> {
  const requestId = randomUUID();
  try {
    const caller = createCaller(createTrpcContext({ requestId, isSameOrigin: false }, deps, async () => person));
    const { tenant, state } = readAddress(address, params, deps.context.clock.now());
    const format = params.get('format') === 'xlsx' ? 'xlsx' : 'csv';
    const { body, contentType } = written(await tableOf(caller, tenant, state), state, format, params.get('language'));
    const name = `tillgate-${state.report}-${state.from}-to-${state.to}.${format}`;
    const headers = {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${name}"`,
    };
    return new Response(body, { headers: { ...ownHeaders, ...headers } });
  } catch (error) {
    const refused = toDomainError(error instanceof TRPCError ? error : asTrpc(error));
    if (refused.code === 'internal') deps.log.error({ err: error, requestId }, 'A table could not be sent.');
    const headers = { ...ownHeaders, 'content-type': 'text/plain; charset=utf-8', 'x-request-id': requestId };
    return new Response(`${refused.message}\n`, { status: statusOf(refused), headers });
  }
}

function written(
  table: Table,
  { report, from, to, timeZone }: ReportState,
  format: 'csv' | 'xlsx',
  language: string | null,
) {
  if (format === 'csv') {
    const { text, contentType } = writeTable(table, { format, timeZone });
    return { body: text, contentType };
  }
  const days = { from, to };
  const { body, contentType } = writeWorkbook(table, { report, days, timeZone, language: toLocale(language ?? '') });
  return { body: Uint8Array.from(body), contentType };
}

function statusOf({ code }: DomainError): number {
  if (code === 'unauthenticated') return 401;
  return code === 'invalid_input' ? 422 : (statuses[code] ?? 500);
}

function readAddress({ applicationId, environment, report }: TableAddress, params: URLSearchParams, now: Date) {
  const isEnvironment = environment === 'sandbox' || environment === 'production';
  if (!isEnvironment || !reports.some((name) => name === report)) {
    throw notFound('report');
  }
  const state = readState({ ...Object.fromEntries(params), report }, { timeZone: 'Africa/Nairobi', now });
  return { tenant: { applicationId, environment } satisfies Tenant, state };
}

async function tableOf({ reports: read }: Caller, tenant: Tenant, state: ReportState): Promise<Table> {
  const { report, groupBy } = state;
  const shown = { groupBy };
  switch (report) {
    case 'collections':
      return moneyFile({ ...shown, report }, await read.collections({ ...tenant, ...inputOf.collections(state) }));
    case 'payouts':
      return moneyFile({ ...shown, report }, await read.payouts({ ...tenant, ...inputOf.payouts(state) }));
    case 'settlement':
      return moneyFile({ ...shown, report }, await read.settlement({ ...tenant, ...inputOf.settlement(state) }));
    case 'balances':
      return balancesFile(await read.balances({ ...tenant, ...inputOf.balances(state) }));
  }
}
