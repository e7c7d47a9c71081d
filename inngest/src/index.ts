import type { Inngest } from 'inngest';
import type { WorkerContext } from './context.ts';
import { applyCallbackFunction } from './functions/apply-callback.ts';
import { deliverWebhookFunction } from './functions/deliver-webhook.ts';
import { drainEndpointFunction } from './functions/drain-endpoint.ts';
import { executeOrderFunction } from './functions/execute-order.ts';
import { inquireDisbursementFunction } from './functions/inquire-disbursement.ts';
import { queryPaymentFunction } from './functions/query-payment.ts';
import { recoverWebhooksFunction } from './functions/recover-webhooks.ts';
import { sendMailFunction } from './functions/send-mail.ts';

export { type ClientOptions, createClient, createPublisher } from './client.ts';
export type { WorkerContext } from './context.ts';
export { embeddedFetch } from './embedded/index.ts';

/** Every background function, one file each. */
export function createFunctions(inngest: Inngest, ctx: WorkerContext) {
  return [
    applyCallbackFunction(inngest, ctx),
    queryPaymentFunction(inngest, ctx),
    inquireDisbursementFunction(inngest, ctx),
    executeOrderFunction(inngest, ctx),
    deliverWebhookFunction(inngest, ctx),
    drainEndpointFunction(inngest, ctx),
    recoverWebhooksFunction(inngest, ctx),
    sendMailFunction(inngest, ctx),
  ];
}
