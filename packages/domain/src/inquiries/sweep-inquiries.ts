import type { Context } from '../kernel/context.ts';
import { hourMs } from '../kernel/time.ts';
import { failInquiry } from './end-inquiry.ts';
import { unansweredHours } from './inquiry.ts';
import { listOverdue } from './statements.ts';

const batchMax = 200;

/** Ends inquiries that the provider never answered, and announces them. Returns how many. */
export async function sweepInquiries(ctx: Context): Promise<number> {
  const createdBefore = new Date(ctx.clock.now().getTime() - unansweredHours * hourMs);
  const overdue = await listOverdue(ctx.db.pool, createdBefore, batchMax);
  for (const inquiry of overdue) {
    // An inquiry that cannot be ended must not block the others.
    await failInquiry(ctx, inquiry, 'unanswered').catch((error: unknown) => {
      ctx.log.error({ inquiryId: inquiry.id, err: error }, 'An overdue inquiry could not be ended.');
    });
  }
  return overdue.length;
}
