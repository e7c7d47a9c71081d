import { randomUUID } from 'node:crypto';
import { type Database, openDatabase, type Prisma } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { createReportingToken } from '@tillgate/domain/reporting-tokens';
import type { SeededMerchant } from '@tillgate/domain/testing';
import type { Person } from '@/auth';
import { testDeps } from '@/trpc/testing';
import { answerGraphql } from './answer.ts';
import { statementTimeoutMs } from './limits.ts';
import { createReporting } from './reporting.ts';

const address = 'http://localhost:3000/api/graphql';
const ownPage = { 'sec-fetch-site': 'same-origin' };

export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer
  data: any;
  errors: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
  extensions: { cost?: { requested: number; max: number } };
};

export type Asking = { token?: string; person?: Person; headers?: Record<string, string> };

let made = 0;

type Payment = Partial<Prisma.PaymentUncheckedCreateInput> &
  Pick<Prisma.PaymentUncheckedCreateInput, 'applicationId' | 'environment'>;

/** An offline payment of KES 10 that succeeded, unless it is given otherwise. Returns its id. */
export async function insertPayment({ prisma }: Database, given: Payment): Promise<string> {
  made += 1;
  const id = randomUUID();
  const createdAt = given.createdAt ?? new Date();
  const [isPending, isFailed] = [given.status === 'pending', given.status === 'failed'];
  await prisma.payment.create({
    data: {
      id,
      source: 'c2b',
      status: 'success',
      amount: 10,
      requestedAmount: 10,
      phone: '254712345678',
      accountRef: 'INV-1',
      description: 'Offline payment',
      shortcode: '600100',
      providerReceipt: isPending || isFailed ? null : `TKM${String(made).padStart(7, '0')}`,
      resultCode: isPending ? null : isFailed ? '1032' : '0',
      resultDesc: isPending ? null : 'told so',
      createdAt,
      settledAt: isPending ? null : createdAt,
      settledBy: isPending ? null : given.source === 'stk' ? 'callback' : 'c2b',
      callbackToken: given.source === 'stk' ? made.toString(16).padStart(64, '0') : null,
      ...given,
    },
  });
  return id;
}

/** The reporting API on a separate database, as the dashboard runs it. */
export async function testGraphql(rule = { count: 1_000_000, seconds: 60 }) {
  const test: TestDatabase = await testDatabase();
  const base = await testDeps(test);
  const reports: Database = openDatabase(test.urlAs('web'), { poolMax: 4, readOnly: { statementTimeoutMs } });
  const { clock, log } = base.context;
  const deps = { ...base, reporting: createReporting({ db: base.context.db, clock, log }, reports, rule) };

  async function send(request: Request, person?: Person): Promise<Answer> {
    const response = await answerGraphql(request, deps, async () => person);
    const body = (await response.json()) as Partial<Answer>;
    const { data, errors = [], extensions = {} } = body;
    return { status: response.status, headers: response.headers, data, errors, extensions };
  }
  return {
    test,
    deps,
    send,
    /** Asks as a token or a person. */
    ask(query: string, { token, person, headers = {} }: Asking, variables: object = {}): Promise<Answer> {
      const by: Record<string, string> = token ? { authorization: `Bearer ${token}` } : ownPage;
      const body = JSON.stringify({ query, variables });
      const all = { 'content-type': 'application/json', ...by, ...headers };
      return send(new Request(address, { method: 'POST', headers: all, body }), person);
    },
    post: (body: BodyInit, headers: Record<string, string>, person?: Person) =>
      send(new Request(address, { method: 'POST', headers, body }), person),
    async tokenOf({ organizationId }: SeededMerchant, reads?: string) {
      const made = await createReportingToken(deps.seeding, { organizationId, name: 'Metabase', reads });
      return made.token;
    },
    async tokenBy(userId: string, { organizationId }: SeededMerchant) {
      const by = { ...deps.seeding, actor: `user:${userId}` };
      return (await createReportingToken(by, { organizationId, name: 'Grafana' })).token;
    },
    async close() {
      await deps.reporting.close();
      await test.close();
    },
  };
}
