import type { Prisma } from '@tillgate/db';
import type { z } from 'zod';
import type { PaidAt } from '../../disbursements/index.ts';
import type { WithGuard, WithPhoneHash } from '../../guards/index.ts';
import type { Endpoint, WithTurns } from '../../idempotency/index.ts';
import type { Context, Tenant, TenantContext, WithProvider } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import type { Permission } from '../../kernel/permission.ts';
import type { Named } from '../../kernel/refusals.ts';
import type { WithPhoneLimit } from '../../payments/index.ts';
import type { Thresholds } from '../../policies/index.ts';
import type { RailName } from '../../rails/index.ts';
import type { SavedPayee } from '../../recipients/index.ts';
import type { CarriedOut } from '../outcome.ts';
import { orderRefusals } from '../refusals.ts';

/** The capabilities that execution needs. Only the worker has them. */
type ExecuteContext = TenantContext & WithProvider & WithPhoneLimit;

/** The capabilities that judging the receiver of a payout uses where a process has them. */
export type Hashing = Partial<WithGuard & WithPhoneHash>;
type HoldContext = Pick<Context, 'db'> & Hashing;

/** The idempotency key of an order, the same for all of its attempts, and the reason for it. */
type OrderKey = { key: string; fingerprint: string; reason: string | null };

/** An order that its transaction has just inserted. */
export type NewOrder = Tenant & { id: string; requestedBy: string; at: Date };

type Traits = {
  /** The permission to request it. Approving it also needs orders.approve. */
  permission: Permission;
  /** Set when it runs under an idempotency key, which records the outcome of an interrupted attempt. */
  keyed?: {
    endpoint: Endpoint;
    /** The sentence for people when the provider may have acted. */
    unclear: Named;
  };
  needsInitiator: boolean;
  /** A reason is required. */
  needsReason?: true;
  /** It does not call the provider, so it needs no provider credentials. */
  isInHouse?: true;
  /** When a second person must approve: always, or from this threshold of the policy. Undefined: never. */
  approval?: 'always' | Exclude<keyof Thresholds, 'apiApprovalFrom'>;
  /** How long another person has to decide, where that is not the usual time. */
  approvalHours?: number;
};

type Definition<Schema extends z.ZodType<object>> = Traits & {
  /** The REST body of the same action, without its idempotency key. */
  input: Schema;
  /** Whole KES, when money moves. */
  amount?(input: z.output<Schema>): number;
  /** The id of the row that it is about, if `check` does not return it. */
  subject?(input: z.output<Schema>): string;
  /** The network whose account it needs. Left out: any. */
  rail?(input: z.output<Schema>): RailName | undefined;
  /** Refuses what the worker would refuse later, and returns the id of the row that it is about, if it exists. */
  check?(ctx: TenantContext & Hashing, input: z.output<Schema>, accounts: readonly PaidAt[]): Promise<string | null>;
  /** The saved recipient; null when the number is not saved. */
  payee?(tx: Prisma.TransactionClient, tenant: Tenant, input: z.output<Schema>): Promise<SavedPayee | null>;
  /** Whether a rule of the application wants a second person for it now. */
  isHeld?(ctx: HoldContext, order: Tenant, input: z.output<Schema>, now: Date): Promise<boolean>;
  /** Refuses a new order in its transaction when another open order or disbursement conflicts with it. */
  guard?(tx: Prisma.TransactionClient, order: NewOrder, input: z.output<Schema>): Promise<void>;
  /**
   * Runs the verb of the same REST action. Throws its refusals.
   * @param approvedBy the other person who approved it, if any
   */
  carryOut(
    ctx: ExecuteContext & WithTurns,
    input: z.output<Schema>,
    key: OrderKey,
    approvedBy: string | null,
  ): Promise<CarriedOut>;
  /** One line for an email. It never shows a phone number in full. */
  summary?(input: z.output<Schema>): string;
};

/** A kind of order. `given` is the requested or stored input; the kind parses it with its schema. */
export type Kind = Traits & {
  /** @throws DomainError invalid_input */
  parse(given: unknown): object;
  /** Whole KES; null when no money moves. */
  amount(given: unknown): number | null;
  subject(given: unknown): string | null;
  rail(given: unknown): RailName | undefined;
  check(ctx: TenantContext & Hashing, given: unknown, accounts: readonly PaidAt[]): Promise<string | null>;
  payee(tx: Prisma.TransactionClient, tenant: Tenant, given: unknown): Promise<SavedPayee | null>;
  isHeld(ctx: HoldContext, order: Tenant, given: unknown, now: Date): Promise<boolean>;
  guard(tx: Prisma.TransactionClient, order: NewOrder, given: unknown): Promise<void>;
  carryOut(
    ctx: ExecuteContext & WithTurns,
    given: unknown,
    key: OrderKey,
    approvedBy: string | null,
  ): Promise<CarriedOut>;
  /** Undefined for kinds that never need approval. */
  summary(given: unknown): string | undefined;
};

/** Makes a kind of order from its definition. */
export function orderKind<Schema extends z.ZodType<object>>(definition: Definition<Schema>): Kind {
  const {
    input: schema,
    amount,
    subject,
    rail,
    check,
    payee,
    isHeld,
    guard,
    carryOut,
    summary,
    ...traits
  } = definition;
  const parse = (given: unknown) => parseInput(schema, given);
  return {
    ...traits,
    parse,
    amount: (given) => amount?.(parse(given)) ?? null,
    subject: (given) => subject?.(parse(given)) ?? null,
    rail: (given) => rail?.(parse(given)),
    check: async (ctx, given, accounts) => check?.(ctx, parse(given), accounts) ?? null,
    payee: async (tx, tenant, given) => payee?.(tx, tenant, parse(given)) ?? null,
    isHeld: async (ctx, order, given, now) => (await isHeld?.(ctx, order, parse(given), now)) ?? false,
    guard: async (tx, order, given) => guard?.(tx, order, parse(given)),
    carryOut: (ctx, given, key, approvedBy) => carryOut(ctx, parse(given), key, approvedBy),
    summary: (given) => summary?.(parse(given)),
  };
}

/** The outcome of an inquiry, which the provider answers later. */
export function asked({ queryId, conversationId }: { queryId: string; conversationId: string }): CarriedOut {
  return { outcome: { ok: true, queryId, conversationId }, resourceId: queryId };
}

/** The sentence for money that may have left. */
export const moneyMayHaveMoved = orderRefusals.moneyMayHaveMoved;

/** An amount for people. */
export const sumOf = (amount: number) => `KES ${amount.toLocaleString('en-KE')}`;
