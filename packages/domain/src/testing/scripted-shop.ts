import { getAccounts } from '../applications/index.ts';
import { noGuard } from '../guards/index.ts';
import { createTurns, type WithTurns } from '../idempotency/index.ts';
import type { TenantContext, WithProvider } from '../kernel/context.ts';
import { createLiveQueries, type WithLiveQueries, type WithPhoneLimit } from '../payments/index.ts';
import { createRateLimiter } from '../rate-limits/index.ts';
import { signingSecretPlace } from '../sealing/index.ts';
import type { Signal } from '../signals/signals.ts';
import { type ScriptedProvider, scriptedProvider } from './scripted-provider.ts';
import type { TestContext } from './test-context.ts';

/** What verbs that call the provider need besides the merchant. */
export type ScriptedUpstream = WithProvider &
  WithTurns &
  WithLiveQueries &
  WithPhoneLimit & { provider: ScriptedProvider };

/** A merchant's context with a provider that the test scripts. */
export type ScriptedShop = TenantContext & TestContext & ScriptedUpstream;

/** Other tests must not reach limits. */
const plenty = { count: 1_000_000, seconds: 60 };

/** A provider that the test scripts. A phone may be prompted `promptsPerMinute` times a minute. */
export function scriptedUpstream(ctx: TestContext, promptsPerMinute = 5): ScriptedUpstream {
  const rule = { count: promptsPerMinute, seconds: 60 };
  return {
    provider: scriptedProvider(ctx.clock),
    accounts: (tenant) => getAccounts(ctx, tenant),
    callbackBaseUrl: 'https://pay.example/functions/v1',
    turns: createTurns(),
    liveQueries: createLiveQueries(),
    phoneLimit: createRateLimiter({ kind: 'memory' }, { prefix: 'phone', rule }),
    guard: noGuard,
    queryBudget: createRateLimiter({ kind: 'memory' }, { prefix: 'queries', rule: plenty }),
  };
}

/** The same context with a separate record of signals. */
export function withOwnSignals(base: TestContext): TestContext {
  const events: Signal[] = [];
  return { ...base, events, publish: async (published) => void events.push(...published) };
}

/** Gives the merchant a webhook endpoint for all events. */
export async function subscribeToAll(shop: TenantContext): Promise<void> {
  const id = crypto.randomUUID();
  await shop.db.prisma.webhookEndpoint.create({
    data: {
      id,
      ...shop.tenant,
      url: 'https://merchant.example/hook',
      events: [],
      sealedSecret: shop.seal('whsec_AAAA', signingSecretPlace({ endpointId: id, ...shop.tenant })),
      createdAt: shop.clock.now(),
    },
  });
}
