import type { Prisma } from '@tillgate/db';
import type { z } from 'zod';
import type { Endpoint, WithTurns } from '../../idempotency/index.ts';
import type { Tenant, TenantContext, WithProvider } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import type { Permission } from '../../kernel/permission.ts';
import type { Named } from '../../kernel/refusals.ts';
import type { WithPhoneLimit } from '../../payments/index.ts';
import type { Thresholds } from '../../policies/index.ts';
import type { ProviderAccount } from '../../ports/provider.ts';
import type { SavedPayee } from '../../recipients/index.ts';
import type { CarriedOut } from '../outcome.ts';
import { orderRefusals } from '../refusals.ts';

/** What carrying out needs. Only the worker has it. */
type ExecuteContext = TenantContext & WithProvider & WithPhoneLimit;

/** The idempotency key of an order, the same for all of its attempts, and why it was asked for. */
type OrderKey = { key: string; fingerprint: string; reason: string | null };

/** An order that its transaction has just inserted. */
export type NewOrder = Tenant & { id: string; at: Date };

/** The stored credentials that a check looks at. */
export type CheckedAccount = Pick<ProviderAccount, 'shortcode' | 'tillNumber'>;

type Traits = {
  /** What a member needs to ask for it and, besides orders.approve, to approve it. */
  permission: Permission;
  /**
   * Set when it runs under an idempotency key, which shows what became of an interrupted attempt.
   */
  keyed?: {
    endpoint: Endpoint;
    /** The sentence for people when the provider may have acted. */
    unclear: Named;
  };
  needsInitiator: boolean;
  /** The person has to say why. */
  needsReason?: true;
  /** It changes only what is ours, so it needs no provider credentials. */
  isInHouse?: true;
  /**
   * When another person must approve: always, or from this threshold of the policy on. Without it
   * never.
   */
  approval?: 'always' | Exclude<keyof Thresholds, 'apiApprovalFrom'>;
};

type Definition<Schema extends z.ZodType<object>> = Traits & {
  /** The body that REST takes for the same action, without its idempotency key. */
  input: Schema;
  /** Whole KES, when money moves. */
  amount?(input: z.output<Schema>): number;
  /** The id of the row that it is about, where `check` does not return it. */
  subject?(input: z.output<Schema>): string;
  /**
   * Refuses what the worker could only refuse later, and returns the id of the row that it is about
   * when there is one already.
   */
  check?(ctx: TenantContext, input: z.output<Schema>, account: CheckedAccount): Promise<string | null>;
  /** The saved recipient that it goes to; null where the number is not saved. */
  payee?(tx: Prisma.TransactionClient, tenant: Tenant, input: z.output<Schema>): Promise<SavedPayee | null>;
  /** Refuses an order that was just inserted, in its transaction, because of what is under way already. */
  guard?(tx: Prisma.TransactionClient, order: NewOrder, input: z.output<Schema>): Promise<void>;
  /**
   * Runs the verb that REST runs for the same action. A refusal is thrown.
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

/**
 * A kind of order. `given` is what was asked for or stored; the kind parses it by its own schema.
 */
export type Kind = Traits & {
  /** @throws DomainError invalid_input */
  parse(given: unknown): object;
  /** Whole KES; null where nothing moves. */
  amount(given: unknown): number | null;
  subject(given: unknown): string | null;
  check(ctx: TenantContext, given: unknown, account: CheckedAccount): Promise<string | null>;
  payee(tx: Prisma.TransactionClient, tenant: Tenant, given: unknown): Promise<SavedPayee | null>;
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
  const { input: schema, amount, subject, check, payee, guard, carryOut, summary, ...traits } = definition;
  const parse = (given: unknown) => parseInput(schema, given);
  return {
    ...traits,
    parse,
    amount: (given) => amount?.(parse(given)) ?? null,
    subject: (given) => subject?.(parse(given)) ?? null,
    check: async (ctx, given, account) => check?.(ctx, parse(given), account) ?? null,
    payee: async (tx, tenant, given) => payee?.(tx, tenant, parse(given)) ?? null,
    guard: async (tx, order, given) => guard?.(tx, order, parse(given)),
    carryOut: (ctx, given, key, approvedBy) => carryOut(ctx, parse(given), key, approvedBy),
    summary: (given) => summary?.(parse(given)),
  };
}

/** The outcome of a question to the provider, which answers it later. */
export function asked({ queryId, conversationId }: { queryId: string; conversationId: string }): CarriedOut {
  return { outcome: { ok: true, queryId, conversationId }, resourceId: queryId };
}

/** The sentence for money that may have left. */
export const moneyMayHaveMoved = orderRefusals.moneyMayHaveMoved;

/** An amount for people. */
export const sumOf = (amount: number) => `KES ${amount.toLocaleString('en-KE')}`;
