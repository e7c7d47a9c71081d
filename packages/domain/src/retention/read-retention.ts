import type { Context } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { idSchema, parseInput } from '../kernel/input.ts';
import { daysOf, kinds, type RetentionKind, retentionKinds } from './retention.ts';

type KindView = {
  kind: RetentionKind;
  /** For people. */
  what: string;
  since: string;
  days: number;
  daysDefault: number;
  /** The range that an organization may choose from; null when it may not choose. */
  bounds: { min: number; max: number } | null;
};
export type RetentionView = {
  kinds: KindView[];
  nextRunAt: Date;
  /** The last complete run, and what it removed by kind; null before the first. */
  lastRun: { endedAt: Date; removed: Record<string, number> } | null;
};

/**
 * The retention of each kind of data: of an organization, or the defaults.
 * @throws DomainError invalid_input, not_found
 */
export async function readRetention(
  ctx: Pick<Context, 'db'>,
  { organizationId }: { organizationId?: string | undefined } = {},
): Promise<RetentionView> {
  const { prisma } = ctx.db;
  const chosen = organizationId === undefined ? [] : await readChosen(ctx, parseInput(idSchema, organizationId));
  const days = daysOf(chosen);
  const run = await prisma.retentionRun.findUniqueOrThrow({ where: { id: 1 } });
  return {
    kinds: retentionKinds.map((kind) => {
      const { what, since, days: daysDefault, ...rest } = kinds[kind];
      return { kind, what, since, days: days[kind], daysDefault, bounds: 'bounds' in rest ? rest.bounds : null };
    }),
    nextRunAt: run.dueAt,
    lastRun: run.endedAt && { endedAt: run.endedAt, removed: run.removed as Record<string, number> },
  };
}

async function readChosen({ db }: Pick<Context, 'db'>, organizationId: string) {
  const found = await db.prisma.organization.findUnique({
    where: { id: organizationId },
    select: { retention: { select: { kind: true, days: true } } },
  });
  if (!found) throw notFound('organization');
  return found.retention;
}
