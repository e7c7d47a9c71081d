import type { Inngest } from 'inngest';
import type { WithDrains, WorkerContext } from '../context.ts';
import { askAboutReceiptFunction } from './ask-about-receipt.ts';
import { deliverWebhookFunction } from './deliver-webhook.ts';
import { drainAttemptsFunction } from './drain-attempts.ts';
import { drainCallbacksFunction } from './drain-callbacks.ts';
import { drainQueuesFunction } from './drain-queues.ts';
import { executeOrderFunction } from './execute-order.ts';
import { inquireDisbursementFunction } from './inquire-disbursement.ts';
import { makeExportFunction } from './make-export.ts';
import { pullPaymentsFunction } from './pull-payments.ts';
import { queryPaymentFunction } from './query-payment.ts';
import { recoverWebhooksFunction } from './recover-webhooks.ts';
import { sendMailFunction } from './send-mail.ts';
import { uploadExportFunction } from './upload-export.ts';
import { workBatchFunction } from './work-batch.ts';

/** Every background function of the worker. There is one file per function. */
export function createFunctions(inngest: Inngest, ctx: WorkerContext & WithDrains) {
  return [
    drainCallbacksFunction(inngest, ctx),
    drainQueuesFunction(inngest, ctx),
    drainAttemptsFunction(inngest, ctx),
    queryPaymentFunction(inngest, ctx),
    inquireDisbursementFunction(inngest, ctx),
    askAboutReceiptFunction(inngest, ctx),
    pullPaymentsFunction(inngest, ctx),
    executeOrderFunction(inngest, ctx),
    deliverWebhookFunction(inngest, ctx),
    recoverWebhooksFunction(inngest, ctx),
    makeExportFunction(inngest, ctx),
    uploadExportFunction(inngest, ctx),
    sendMailFunction(inngest, ctx),
    workBatchFunction(inngest, ctx),
  ];
}
