/** The scopes of the domain, copied so that no domain code reaches the browser. A test compares them. */
export const scopes = ['collect', 'read', 'refund', 'payout', 'offline', 'inquire'] as const;
export type Scope = (typeof scopes)[number];

export const moneyOutScopes: readonly Scope[] = ['refund', 'payout'];

type Environment = 'sandbox' | 'production';

/** The scopes that the form of a new key starts with: in production none that moves money out. */
export function proposedScopes(environment: Environment): Scope[] {
  return scopes.filter((scope) => environment === 'sandbox' || !moneyOutScopes.includes(scope));
}

/** Whether creating or rotating such a key needs the right to grant money out. */
export function needsGrant(environment: Environment, given: readonly Scope[]): boolean {
  return environment === 'production' && given.some((scope) => moneyOutScopes.includes(scope));
}

/** The addresses in a text: one a line, or separated by commas or spaces. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}
