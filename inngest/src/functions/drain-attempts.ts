import type { Inngest } from 'inngest';
import type { WithDrains } from '../context.ts';
import { on } from '../on.ts';

/**
 * On `attempts.waiting`, has this process send the prompts of payment links. The run does not wait for it, for the reason
 * given in drain-callbacks.ts. A sweep repeats it every second.
 */
export function drainAttemptsFunction(inngest: Inngest, { drains }: WithDrains) {
  return inngest.createFunction(
    { id: 'drain-attempts', triggers: [on('attempts.waiting')], retries: 0 },
    async ({ step }) => {
      await step.run('wake', () => drains['attempts.waiting'].wake());
    },
  );
}
