import type { Context } from '../kernel/context.ts';

/**
 * Whether a person must still judge a receipt that came with a failure. Money may have moved, so the payment is not
 * reported as failed until then.
 */
export async function hasReceiptToJudge({ db }: Pick<Context, 'db'>, paymentId: string): Promise<boolean> {
  const open = await db.prisma.review.findMany({
    where: { subjectKind: 'payment', subjectId: paymentId, reason: 'result_contradicted', status: 'open' },
    select: { detail: true },
  });
  return open.some(({ detail }) => {
    const { resultCode, receipt } = (detail ?? {}) as { resultCode?: unknown; receipt?: unknown };
    return typeof receipt === 'string' && resultCode !== '0';
  });
}
