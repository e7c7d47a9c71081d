import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';

/** Gaps of one installation that are listed. */
const listedMax = 50;

export type ListedGap = {
  gapId: string;
  since: Date;
  openedAt: Date;
  openedBy: string;
  reason: string;
  apis: number;
  /** What each API read back, by its journal. */
  readings: { journal: string; keys: number; isWhole: boolean; readAt: Date }[];
  closedAt: Date | null;
  closedBy: string | null;
  closingNote: string | null;
};

/** The gaps of this installation, the newest first. */
export async function listGaps(ctx: ActorContext): Promise<ListedGap[]> {
  requireOperator(ctx);
  const rows = await ctx.db.prisma.gap.findMany({
    orderBy: { openedAt: 'desc' },
    take: listedMax,
    include: {
      readings: { select: { journal: true, keys: true, isWhole: true, readAt: true }, orderBy: { readAt: 'asc' } },
    },
  });
  return rows.map(({ id, isOpen: _, ...row }) => ({ gapId: id, ...row }));
}
