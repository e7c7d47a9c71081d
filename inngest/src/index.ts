import type { Context, WithCourier, WithProvider } from '@tillgate/domain';
import type { Inngest } from 'inngest';
import { applyCallbackFunction } from './functions/apply-callback.ts';
import { deliverWebhookFunction } from './functions/deliver-webhook.ts';
import { inquireDisbursementFunction } from './functions/inquire-disbursement.ts';
import { queryPaymentFunction } from './functions/query-payment.ts';

export { type ClientOptions, createClient, createPublisher } from './client.ts';
export { embeddedFetch } from './embedded/index.ts';

/** What the functions need: the worker alone holds the provider, the courier and the key that opens secrets. */
export type WorkerContext = Context & WithProvider & WithCourier;

/** Every background function, one file each. */
export function createFunctions(inngest: Inngest, ctx: WorkerContext) {
  return [
    applyCallbackFunction(inngest, ctx),
    queryPaymentFunction(inngest, ctx),
    inquireDisbursementFunction(inngest, ctx),
    deliverWebhookFunction(inngest, ctx),
  ];
}
