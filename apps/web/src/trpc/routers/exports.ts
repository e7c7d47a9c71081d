import { hasPermission } from '@tillgate/domain';
import {
  cancelExport,
  cancelExportSchema,
  countExport,
  createExport,
  createExportSchema,
  endSchedule,
  exportRowsSchema,
  listSchedules,
  pauseSchedule,
  resumeSchedule,
  scheduleExport,
  scheduleExportSchema,
  scheduleSchema,
} from '@tillgate/domain/exports';
import {
  exportSchema,
  exportSources,
  getExport,
  listExports,
  listExportsSchema,
} from '@tillgate/domain/reading/exports';
import { readLocale } from '@/i18n/locale';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

/** Counting may look at a million rows. */
const countCost = 20;

const using = (cost?: number) => tenantProcedure('exports.use', { cost });

type Filtered = { filter?: Record<string, unknown> };

/** The pages say "requested by me", as lists do. In a file, and in a schedule, it is the person who asked. */
function named<Input extends Filtered>(input: Input, { userId }: { userId: string }): Input {
  const { isMine, ...filter } = input.filter ?? {};
  return isMine === true ? { ...input, filter: { ...filter, requestedBy: userId } } : input;
}

/** Files of whole lists, in the language of the person who asks. The verbs also ask for the permission of the list. */
export const exportsRouter = createRouter({
  /** How many rows a file would have, for the button that makes it. */
  count: using(countCost)
    .input(verbInput(exportRowsSchema))
    .query(({ ctx, input }) => countExport(ctx.tenantCtx, named(withoutTenant(input), ctx.person))),
  create: using(countCost)
    .input(verbInput(createExportSchema.omit({ language: true })))
    .mutation(({ ctx, input }) =>
      createExport(ctx.tenantCtx, { ...named(withoutTenant(input), ctx.person), language: readLocale(ctx.headers) }),
    ),
  list: using()
    .input(verbInput(listExportsSchema))
    .query(({ ctx, input }) => listExports(ctx.tenantCtx, withoutTenant(input))),
  get: using()
    .input(verbInput(exportSchema))
    .query(({ ctx, input }) => getExport(ctx.tenantCtx, withoutTenant(input))),
  cancel: using()
    .input(verbInput(cancelExportSchema))
    .mutation(({ ctx, input }) => cancelExport(ctx.tenantCtx, withoutTenant(input))),
  schedules: using().query(({ ctx }) => listSchedules(ctx.tenantCtx)),
  /** Schedules an export of each day, week or month, announced by email. */
  schedule: using(countCost)
    .input(verbInput(scheduleExportSchema.omit({ language: true })))
    .mutation(({ ctx, input }) =>
      scheduleExport(ctx.tenantCtx, { ...named(withoutTenant(input), ctx.person), language: readLocale(ctx.headers) }),
    ),
  endSchedule: using()
    .input(verbInput(scheduleSchema))
    .mutation(({ ctx, input }) => endSchedule(ctx.tenantCtx, withoutTenant(input))),
  pauseSchedule: using()
    .input(verbInput(scheduleSchema))
    .mutation(({ ctx, input }) => pauseSchedule(ctx.tenantCtx, withoutTenant(input))),
  resumeSchedule: using()
    .input(verbInput(scheduleSchema))
    .mutation(({ ctx, input }) => resumeSchedule(ctx.tenantCtx, withoutTenant(input))),
  /** The columns that files of each list can have. */
  columns: using().query(({ ctx }) =>
    Object.entries(exportSources)
      .filter(([, { permission }]) => hasPermission(ctx.tenantCtx, permission))
      .map(([list, { columns }]) => ({ list, columns })),
  ),
});
