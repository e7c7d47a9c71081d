import {
  deleteView,
  deleteViewSchema,
  listViews,
  listViewsSchema,
  renameView,
  renameViewSchema,
  saveView,
  saveViewSchema,
} from '@tillgate/domain/views';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

const using = tenantProcedure('views.use');

/** Saved filters. The verbs decide who may change shared ones. */
export const viewsRouter = createRouter({
  list: using
    .input(verbInput(listViewsSchema))
    .query(({ ctx, input }) => listViews(ctx.tenantCtx, withoutTenant(input))),
  save: using
    .input(verbInput(saveViewSchema))
    .mutation(({ ctx, input }) => saveView(ctx.tenantCtx, withoutTenant(input))),
  rename: using
    .input(verbInput(renameViewSchema))
    .mutation(({ ctx, input }) => renameView(ctx.tenantCtx, withoutTenant(input))),
  delete: using.input(verbInput(deleteViewSchema)).mutation(async ({ ctx, input }) => {
    await deleteView(ctx.tenantCtx, withoutTenant(input));
    return { deleted: true as const };
  }),
});
