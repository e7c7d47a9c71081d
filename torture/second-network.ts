import { setRailAccount } from '@tillgate/domain/applications';
import type { TestContext } from '@tillgate/domain/testing';
import type { TakenDisbursement, TakenPrompt } from './facts.ts';

// The other network of the shops: its accounts, and its own account of what it took.

const rail = 'airtel';
const callbackKey = 'the-key-of-the-portal';
/** Numbers that the network alone gives out, and no magic ones. */
const phonePrefix = '2547391';
/** Magic phones whose customers do not pay, and whose end the network tells. */
export const unpaidPhones = ['254733070001', '254733071032', '254733071019', '254733071024'];

/** What request number `n` of the run collects there. The reference is one that the network takes as it is. */
export function collectThere(n: number): { phone: string; accountReference: string; rail: typeof rail } {
  const digits = String(n % 100_000).padStart(5, '0');
  return { phone: `${phonePrefix}${digits}`, accountReference: `A${String(n).padStart(6, '0')}`, rail };
}

/** Gives a shop an account, and tells the portal where its notices go. */
export async function openAccount(
  ctx: TestContext,
  { applicationId, providerUrl, hooksUrl }: { applicationId: string; providerUrl: string; hooksUrl: string },
): Promise<void> {
  const clientId = `client-${applicationId}`;
  const secrets = { clientId, clientSecret: 'secret', callbackKey };
  const account = { applicationId, environment: 'sandbox', rail, number: '450123', secrets } as const;
  const { accountId } = await setRailAccount(ctx, account);
  const { hookToken } = await ctx.db.prisma.railAccount.findUniqueOrThrow({ where: { id: accountId } });
  const callbackUrl = `${hooksUrl}/functions/v1/rail-hook/${hookToken}`;
  const told = await fetch(`${providerUrl}/admin/airtel/portal`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, callbackUrl, callbackKey }),
  });
  if (!told.ok) throw new Error(`the portal of the second network refused an account: ${told.status}`);
  await told.body?.cancel();
}

export type Collection = {
  id: string;
  reference: string;
  amount: number;
  outcome: { letters: string; code: string; receipt: string | null } | null;
  refunds: string[];
};

/** A collection as a prompt that was taken. */
export function promptOf({ id, reference, amount, outcome }: Collection, reported: ReadonlySet<string>): TakenPrompt {
  const code = outcome?.letters === 'TS' ? '0' : outcome?.code;
  const receipt = outcome?.receipt ?? null;
  return { id, reference, amount, resultCode: code ?? null, receipt, isReported: reported.has(id) };
}

/** The refunds of a collection. The network does each of them at once. */
export function refundsOf({ amount, outcome, refunds }: Collection): TakenDisbursement[] {
  const reference = outcome?.receipt ?? '';
  return refunds.map((receipt) => ({ id: receipt, reference, amount, state: 'success', receipt }));
}
