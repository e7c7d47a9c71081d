import type { Permission } from '../kernel/permission.ts';
import { DomainError } from './errors.ts';
import { refusals } from './refusals.ts';
import { momentOf } from './time.ts';

/** What an API key may ask for. Each verb that a key can reach names the scope that it needs. */
export const scopes = ['collect', 'read', 'refund', 'payout', 'offline', 'inquire'] as const;

export type Scope = (typeof scopes)[number];

/** The scopes that move money out of the shortcode. */
export const moneyOutScopes = ['refund', 'payout'] as const satisfies readonly Scope[];

/** Whether any of these scopes moves money out. */
export function movesMoneyOut(given: Iterable<Scope>): boolean {
  return [...given].some((scope) => moneyOutScopes.some((moneyOut) => moneyOut === scope));
}

/**
 * What a caller may do. A key has scopes. A person has the permissions of their role. The operator of this installation and
 * its own processes may do everything.
 */
export type Authority =
  | {
      of: 'key';
      scopes: ReadonlySet<Scope>;
      /** Scopes that become active after a second person's confirmation, or at a time. */
      waiting?: { scopes: ReadonlySet<Scope>; until: Date | null };
    }
  | { of: 'person'; permissions: ReadonlySet<Permission> }
  | { of: 'operator' };

/** The authority of a caller. Its transport only says who it is; the verb decides whether that is enough. */
export type WithAuthority = { authority: Authority };

/** The authority of the command line, and of the worker after it has checked an order. */
export const operator: Authority = { of: 'operator' };

/** The authority of a person for their own account, outside any organization. */
export const ownAffairs: Authority = { of: 'person', permissions: new Set() };

/** Whether the caller has the scope. A person has none. */
function hasScope({ authority }: WithAuthority, scope: Scope): boolean {
  return authority.of === 'operator' || (authority.of === 'key' && authority.scopes.has(scope));
}

/** Whether the caller has the permission. A key has none. */
export function hasPermission({ authority }: WithAuthority, permission: Permission): boolean {
  return authority.of === 'operator' || (authority.of === 'person' && authority.permissions.has(permission));
}

/**
 * Refuses a caller without the scope. People have no scopes: verbs for keys and people use {@link requireEither}.
 * @throws DomainError forbidden, for a key with `missingScope`
 */
export function requireScope(ctx: WithAuthority, scope: Scope): void {
  if (!hasScope(ctx, scope)) throw refusal(ctx, { scope });
}

/**
 * Refuses a caller without the permission. A key has none.
 * @throws DomainError forbidden
 */
export function requirePermission(ctx: WithAuthority, permission: Permission): void {
  if (!hasPermission(ctx, permission)) throw refusal(ctx, { permission });
}

/**
 * Refuses a key without the scope, and a person without the permission.
 * @throws DomainError forbidden, for a key with `missingScope`
 */
export function requireEither(ctx: WithAuthority, scope: Scope, permission: Permission): void {
  if (!hasScope(ctx, scope) && !hasPermission(ctx, permission)) throw refusal(ctx, { scope, permission });
}

/**
 * Refuses everybody but the operator.
 * @throws DomainError forbidden
 */
export function requireOperator({ authority }: WithAuthority): void {
  if (authority.of !== 'operator') throw new DomainError('forbidden', refusals.operatorOnly);
}

type Missing = { scope?: Scope; permission?: Permission };

function refusal({ authority }: WithAuthority, { scope, permission }: Missing): DomainError {
  if (authority.of !== 'key') {
    return new DomainError('forbidden', refusals.role, permission && { missingPermission: permission });
  }
  if (!scope) return new DomainError('forbidden', refusals.keyMayNot);
  if (authority.waiting?.scopes.has(scope)) return waitingRefusal(authority.waiting.until);
  return new DomainError('forbidden', refusals.missingScope({ scope }), { missingScope: scope });
}

function waitingRefusal(until: Date | null): DomainError {
  const why = until ? refusals.keyNewUntil({ until: momentOf(until) }) : refusals.keyNew;
  return new DomainError('forbidden', why);
}
