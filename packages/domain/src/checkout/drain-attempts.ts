import { listWaiting } from '../links/index.ts';
import { createDrain, type Drain } from '../signals/drain.ts';
import { type CheckoutContext, promptAttempt } from './prompt-attempt.ts';

/** Prompts that one process sends at the same time, all together and of one application. Each may wait for the provider. */
const sendingMax = { all: 200, ofApplication: 20 };
/** Attempts of one link among those. Attempts of one link are decided one after another. */
const sendingOfLinkMax = 3;

/**
 * Sends the prompts of waiting attempts in this process. Applications and links take turns, and a prompt that the provider
 * does not answer keeps none but those of its own application waiting. Several workers may drain at once.
 */
export function createAttemptDrain(ctx: CheckoutContext): Drain {
  /** What is being sent, by the id of the attempt. */
  const sending = new Map<string, { applicationId: string; linkId: string; sent: Promise<void> }>();

  const countsOf = (by: 'applicationId' | 'linkId') => {
    const counts = new Map<string, number>();
    for (const one of sending.values()) counts.set(one[by], (counts.get(one[by]) ?? 0) + 1);
    return counts;
  };
  const full = (by: 'applicationId' | 'linkId', max: number) =>
    [...countsOf(by)].filter(([, count]) => count >= max).map(([id]) => id);

  async function look(signal: AbortSignal): Promise<void> {
    const tried = new Set<string>();
    while (sending.size < sendingMax.all && !signal.aborted) {
      const limit = sendingMax.all - sending.size;
      const found = await listWaiting(ctx.db.pool, ctx.clock.now(), {
        limit,
        ofApplicationMax: sendingMax.ofApplication,
        ofLinkMax: sendingOfLinkMax,
        except: [...new Set([...sending.keys(), ...tried])],
        exceptApplications: full('applicationId', sendingMax.ofApplication),
        exceptLinks: full('linkId', sendingOfLinkMax),
      });
      if (found.length === 0 || signal.aborted) return;
      for (const { id, ...of } of found) {
        tried.add(id);
        sending.set(id, { ...of, sent: send(id) });
      }
    }
  }

  async function send(id: string): Promise<void> {
    try {
      await promptAttempt(ctx, id);
      sending.delete(id);
      // What had no place may have one now.
      looks.wake();
    } catch (error) {
      // It is tried again by the next run, not at once.
      sending.delete(id);
      ctx.log.warn({ attemptId: id, err: error }, 'A prompt of a link was not sent. It is tried again.');
    }
  }

  const looks = createDrain(look, {
    onError: (error) => ctx.log.error({ err: error }, 'Attempts to pay could not be read. They are tried again.'),
  });

  return {
    wake: looks.wake,
    run: looks.run,
    async close() {
      await looks.close();
      await Promise.all([...sending.values()].map(({ sent }) => sent));
    },
  };
}
