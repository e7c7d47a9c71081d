import type { Environment } from '@tillgate/db';
import type { Scope } from '@tillgate/domain';
import type { KeyView } from '@tillgate/domain/reading/keys';
import { moment, table } from './table.ts';

const scopeTexts: Record<Scope, string> = {
  collect: 'ask customers to pay',
  read: 'read payments, payouts, inquiries and events',
  refund: 'return payments to their payers (moves money out)',
  payout: 'send money to any phone (moves money out)',
  offline: 'register offline payment URLs and generate QR codes',
  inquire: 'ask for the status of transactions and the balance',
};

/** The scopes and what each is for, for the help of commands. */
export const scopesHelp = [
  'Scopes:',
  ...Object.entries(scopeTexts).map(([scope, text]) => `  ${scope.padEnd(8)} ${text}`),
].join('\n');

/** Formats API keys, one per line. */
export function keysText(keys: (KeyView & { environment: Environment })[]): string {
  if (keys.length === 0) return 'No keys.';
  return table(
    ['KEY', 'ENVIRONMENT', 'NAME', 'ENDS IN', 'STATE', 'SCOPES', 'ADDRESSES', 'EXPIRES', 'LAST USED'],
    keys.map((key) => [
      key.keyId,
      key.environment,
      key.name,
      key.lastFour,
      key.waitsFor === null ? key.state : `${key.state}, moves no money yet`,
      key.scopes.join(','),
      key.allowedIps.join(',') || 'any',
      moment(key.expiresAt),
      moment(key.lastUsedAt),
    ]),
  );
}
