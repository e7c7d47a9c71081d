import { sendMail } from '@tillgate/domain/mails';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';
import { on } from '../on.ts';

/** The mailer has as many connections: none of these waits for one while its claim runs out. */
export const concurrentMailsMax = 4;

/** mail.due → one attempt. The sweep publishes it again when the next one is due. */
export function sendMailFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    { id: 'send-mail', triggers: [on('mail.due')], retries: 0, concurrency: { limit: concurrentMailsMax } },
    async ({ event, step }) => {
      const { mailId } = event.data;
      await step.run('send', () => sendMail(ctx, { mailId }));
    },
  );
}
