import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { type RailName, traitsOf } from '../rails/index.ts';
import {
  decidePrompt,
  leaseSeconds,
  type PromptOwner,
  promptsMax,
  type WaitingPrompt,
  type WithHandset,
} from './handset.ts';
import { sandboxOnly } from './sandbox-only.ts';

/** `number`: the account that the prompt is for, as people know it. */
type HandsetPrompt = WaitingPrompt & { paymentId: string; number: string };

type HandsetView =
  | { state: 'ready'; accounts: { rail: RailName; number: string }[]; prompts: HandsetPrompt[] }
  /** Nothing can be prompted yet. */
  | { state: 'no_credentials' }
  /** The sandbox is the provider's own: its prompts appear on real phones. */
  | { state: 'no_simulator' };

/**
 * The prompts of an application that wait for their customers, newest first. Each look keeps them
 * waiting for {@link leaseSeconds}. Prompts of others at the same account are neither shown nor
 * kept waiting.
 * @throws DomainError not_found (production), unavailable (no answer from the simulator)
 */
export async function lookAtHandset(ctx: TenantContext & WithHandset): Promise<HandsetView> {
  requirePermission(ctx, 'handset.use');
  sandboxOnly(ctx.tenant);
  const { applicationId, environment } = ctx.tenant;
  const accounts = await ctx.db.prisma.railAccount.findMany({
    where: { applicationId, environment },
    select: { rail: true, number: true },
    orderBy: [{ isDefault: 'desc' }, { rail: 'asc' }],
  });
  if (accounts.length === 0) return { state: 'no_credentials' };
  const looked = accounts.map(({ rail, number }) => ({ rail, payee: traitsOf[rail].namesAccount ? number : null }));
  if (!(await ctx.handset.hold(applicationId, looked, leaseSeconds))) return { state: 'no_simulator' };
  const lists = await Promise.all(looked.map((account) => ctx.handset.listWaiting(account, promptsMax)));
  const waiting = lists.flat().sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const payments = await findPayments(ctx, waiting);
  const now = ctx.clock.now();
  const prompts: HandsetPrompt[] = [];
  const strangers: WaitingPrompt[] = [];
  for (const prompt of waiting) {
    const payment = payments.get(prompt.checkoutRequestId);
    const decision = decidePrompt(prompt, payment?.owner ?? 'unknown', now);
    const number = accounts.find(({ rail }) => rail === prompt.rail)?.number ?? '';
    if (decision === 'show' && payment) prompts.push({ ...prompt, paymentId: payment.paymentId, number });
    if (decision === 'release') strangers.push(prompt);
  }
  await Promise.all(strangers.map(({ checkoutRequestId }) => ctx.handset.release(applicationId, checkoutRequestId)));
  return { state: 'ready', accounts, prompts };
}

type Found = { paymentId: string; owner: PromptOwner };

/**
 * The payments of the prompts, by checkout id. Of other tenants' payments it returns only that they
 * are theirs.
 */
async function findPayments(ctx: TenantContext, prompts: WaitingPrompt[]): Promise<Map<string, Found>> {
  const { applicationId, environment } = ctx.tenant;
  const rows = await ctx.db.prisma.payment.findMany({
    where: { checkoutRequestId: { in: prompts.map(({ checkoutRequestId }) => checkoutRequestId) } },
    select: { id: true, applicationId: true, environment: true, checkoutRequestId: true },
  });
  return new Map(
    rows.flatMap((row) => {
      if (row.checkoutRequestId === null) return [];
      const isOwn = row.applicationId === applicationId && row.environment === environment;
      return [[row.checkoutRequestId, isOwn ? { paymentId: row.id, owner: 'own' } : { paymentId: '', owner: 'other' }]];
    }),
  );
}
