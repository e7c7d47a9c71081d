import { DomainError } from './errors.ts';

/** What an API key may ask for. Each verb that a key can reach names the scope that it needs. */
export const scopes = ['collect', 'read', 'refund', 'payout', 'offline', 'inquire'] as const;

export type Scope = (typeof scopes)[number];

/** The authority of a caller. Its transport only says who it is; the verb decides whether that is enough. */
export type WithScopes = { scopes: ReadonlySet<Scope> };

/** What people, the worker and the operator have: their roles and their orders are checked elsewhere. */
export const allScopes: ReadonlySet<Scope> = new Set(scopes);

/** The scopes that move money out of the shortcode. */
export const moneyOutScopes = ['refund', 'payout'] as const satisfies readonly Scope[];

/** Whether any of these scopes moves money out. */
export function movesMoneyOut(given: Iterable<Scope>): boolean {
  return [...given].some((scope) => moneyOutScopes.some((moneyOut) => moneyOut === scope));
}

/**
 * Refuses a caller without the scope.
 * @throws DomainError forbidden, with `missingScope`
 */
export function requireScope(ctx: WithScopes, scope: Scope): void {
  if (ctx.scopes.has(scope)) return;
  throw new DomainError('forbidden', `This API key does not have the scope "${scope}".`, { missingScope: scope });
}
