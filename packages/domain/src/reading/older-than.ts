/** The Prisma condition on rows that come after one in the order of newest first. */
export function olderThan(row: { createdAt: Date; id: string }) {
  return {
    createdAt: { lte: row.createdAt },
    OR: [{ createdAt: { lt: row.createdAt } }, { id: { lt: row.id } }],
  };
}
