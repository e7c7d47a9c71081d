import { sendMail } from '@tillgate/domain/mails';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';
import { on } from '../on.ts';

/** The mailer has as many connections, so that no run waits for one while its claim expires. */
export const concurrentMailsMax = 4;

/** On `mail.due`, makes one attempt to send the email. A sweep repeats the signal when the next attempt is due. */
export function sendMailFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    { id: 'send-mail', triggers: [on('mail.due')], retries: 0, concurrency: { limit: concurrentMailsMax } },
    async ({ event, step }) => {
      const { mailId } = event.data;
      await step.run('send', () => sendMail(ctx, { mailId }));
    },
  );
}
