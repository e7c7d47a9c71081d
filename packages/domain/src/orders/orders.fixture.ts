import type { Database, Environment, Role } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { authorityOf } from '../organizations/index.ts';
import type { Signal } from '../signals/signals.ts';
import {
  movableClock,
  type ScriptedUpstream,
  type SeededMerchant,
  scriptedUpstream,
  seed,
  type TestContext,
  testContext,
  withOwnSignals,
} from '../testing/index.ts';

export type Person = TenantContext & TestContext;
export type Worker = TestContext & ScriptedUpstream;
export type Office = {
  merchant: SeededMerchant;
  /** The first member in that role; the owner is one. */
  as(role: Role, nth?: number): Person;
  /** Has the rights of the worker's database role; people have those of the dashboard's. */
  worker: Worker;
  /** Access to all rows, for setup and assertions. */
  rows: Database;
  events: Signal[];
  clock: TestContext['clock'];
};

/** A database for one test file, with organizations that have people in every role. */
export async function ordersWorld() {
  const test: TestDatabase = await testDatabase();
  const base = await testContext(test.database);
  const [web, worker] = [test.databaseAs('web'), test.databaseAs('worker')];
  return {
    database: test.database,
    /** The database with the rights of a process. */
    as: test.databaseAs.bind(test),
    close: () => test.close(),
    async office(
      credentials: object = { initiatorName: 'api', initiatorPassword: 'S3cret#' },
      environment: Environment = 'sandbox',
    ): Promise<Office> {
      const ctx = withOwnSignals({ ...base, clock: movableClock() });
      const { clock, events } = ctx;
      const merchant = await seed(ctx)
        .owner()
        .application()
        .credentials(environment, credentials)
        .member('finance')
        .member('finance')
        .member('support')
        .member('developer')
        .mint();
      const people = [{ ...merchant.owner, role: 'owner' as Role }, ...merchant.members];
      return {
        merchant,
        events,
        clock,
        as(role, nth = 0) {
          const person = people.filter((someone) => someone.role === role)[nth];
          if (!person) throw new Error(`no such ${role}`);
          return { ...merchant.as(environment), db: web, actor: `user:${person.userId}`, authority: authorityOf(role) };
        },
        worker: { ...ctx, ...scriptedUpstream(ctx), db: worker },
        rows: test.database,
      };
    },
  };
}

export const payout = { amount: 5_000, phone: '0712345678' };
export const newKey = () => crypto.randomUUID();
/** The refusal of a verb; undefined without one. */
export const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof DomainError ? { code: error.code, detail: error.message } : error),
  );
export const orderOf = (office: Office, id: string) => office.rows.prisma.order.findUniqueOrThrow({ where: { id } });
/** The audited actions of an order after its request. */
export const actionsOf = async (office: Office, subjectId: string) =>
  (
    await office.rows.prisma.auditEntry.findMany({
      where: { subjectId, action: { not: 'order.requested' } },
      orderBy: { id: 'asc' },
    })
  ).map(({ action, actor }) => `${action} ${actor.split(':')[0]}`);
export const disbursementsOf = (office: Office) =>
  office.rows.prisma.disbursement.findMany({ where: { applicationId: office.merchant.applicationId } });

/** The signals about an order. The sweep of one office also publishes those of other offices in the file. */
export const signalsOf = (office: Office, orderId: string) =>
  office.events.filter((event) => event.name === 'order.approved' && event.data.orderId === orderId);
