import { z } from 'zod';
import type { Context } from '../kernel/context.ts';

/** The facts of a contradicted payment, as its review keeps them. */
const factSchema = z.object({ resultCode: z.string(), receipt: z.string().nullable() });

/**
 * Whether a person must still judge a receipt that came with a failure. Money may have moved, so the payment is not
 * reported as failed until then. Facts that cannot be read may have a receipt.
 */
export async function hasReceiptToJudge({ db }: Pick<Context, 'db'>, paymentId: string): Promise<boolean> {
  const open = await db.prisma.review.findMany({
    where: { subjectKind: 'payment', subjectId: paymentId, reason: 'result_contradicted', status: 'open' },
    select: { detail: true },
  });
  return open.some(({ detail }) => {
    const fact = factSchema.safeParse(detail).data;
    return !fact || (fact.receipt !== null && fact.resultCode !== '0');
  });
}
