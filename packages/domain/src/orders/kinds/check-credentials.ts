import { setTimeout as delay } from 'node:timers/promises';
import { claimShortcode } from '../../applications/index.ts';
import { askAccountBalance, getInquiry } from '../../inquiries/index.ts';
import type { TenantContext, WithProvider } from '../../kernel/context.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { ProviderAccount } from '../../ports/provider.ts';
import { accountAt, mpesaAccount } from '../../provider/accounts.ts';
import type { RailName } from '../../rails/index.ts';

/** What can be verified about stored credentials without moving money. */
export const checkCapabilities = ['token', 'prompt', 'initiator'] as const;
type CheckCapability = (typeof checkCapabilities)[number];

/** The result of one check. `detail` is a sentence for people. */
type CredentialCheck = { capability: CheckCapability; ok: boolean; detail: string };

type Checked = Omit<CredentialCheck, 'capability'>;
type CheckContext = TenantContext & WithProvider;

const pollMs = 250;
/**
 * How long to wait for the answer about the initiator. The inquiry itself stays open after that.
 */
const answerPatienceMs = 20_000;

/**
 * Tests stored credentials with the provider and moves no money. Tests the token first, because every capability needs
 * it, and stops at the first failure. Of another network than M-PESA only the token can be tested.
 */
export async function checkCredentials(
  ctx: CheckContext,
  capability: CheckCapability,
  rail: RailName = 'mpesa',
): Promise<CredentialCheck[]> {
  if (rail !== 'mpesa') {
    const other = await accountAt(ctx, ctx.tenant, rail);
    return [{ capability: 'token', ...(await ctx.provider.rail(other).trials.token()) }];
  }
  const account = await mpesaAccount(ctx, ctx.tenant);
  const steps: CheckCapability[] = capability === 'token' ? ['token'] : ['token', capability];
  const checks: CredentialCheck[] = [];
  for (const step of steps) {
    const checked = await tries[step](ctx, account);
    checks.push({ capability: step, ...checked });
    if (!checked.ok) break;
  }
  return checks;
}

const tries: Record<CheckCapability, (ctx: CheckContext, account: ProviderAccount) => Promise<Checked>> = {
  token: (ctx, account) => ctx.provider.rail(account).trials.token(),
  prompt: tryPasskey,
  initiator: tryInitiator,
};

/** Whoever has the passkey controls the shortcode, and may claim it here if nobody else has. */
async function tryPasskey(ctx: CheckContext, account: ProviderAccount): Promise<Checked> {
  const checked = await ctx.provider.mpesa(account).trials.prompt();
  if (checked.ok) {
    await claimShortcode(ctx, ctx.tenant, { shortcode: account.shortcode, evidence: 'passkey_check' });
  }
  return checked;
}

/**
 * The provider judges an initiator only in the result of an operation, so this asks for the
 * balance.
 */
async function tryInitiator(ctx: CheckContext): Promise<Checked> {
  try {
    const { queryId } = await askAccountBalance(ctx, { identifierType: '4', remarks: 'Credential check' });
    const patienceEnds = performance.now() + answerPatienceMs;
    for (;;) {
      const { status, resultCode, resultDesc } = await getInquiry(ctx, queryId);
      if (status === 'answered')
        return { ok: true, detail: 'The provider answered as this initiator: the balance came.' };
      if (status === 'failed') return { ok: false, detail: `The provider refused: ${resultDesc} (${resultCode}).` };
      if (performance.now() >= patienceEnds) break;
      await delay(pollMs);
    }
    return {
      ok: false,
      detail: 'The provider accepted the question and has not answered yet. Look at Inquiries later.',
    };
  } catch (error) {
    if (error instanceof DomainError) return { ok: false, detail: error.message };
    throw error;
  }
}
