import { deleteView, listViews, renameView, saveView, viewPages } from '@tillgate/domain/views';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';

const using = tenantProcedure('views.use');
const pageField = { page: z.enum(viewPages) };

/** Filters under a name. Whether shared ones may be changed is for the verbs to say. */
export const viewsRouter = createRouter({
  list: using
    .input(z.object(pageField))
    .query(({ ctx, input: { page } }) => listViews({ ...ctx.tenantCtx, role: ctx.role }, { page })),
  save: using
    .input(z.object({ ...pageField, name: z.string(), query: z.string(), isShared: z.boolean() }))
    .mutation(({ ctx, input: { page, name, query, isShared } }) =>
      saveView({ ...ctx.tenantCtx, role: ctx.role }, { page, name, query, isShared }),
    ),
  rename: using
    .input(z.object({ viewId: z.string(), name: z.string() }))
    .mutation(({ ctx, input: { viewId, name } }) => renameView({ ...ctx.tenantCtx, role: ctx.role }, { viewId, name })),
  delete: using.input(z.object({ viewId: z.string() })).mutation(async ({ ctx, input: { viewId } }) => {
    await deleteView({ ...ctx.tenantCtx, role: ctx.role }, { viewId });
    return { deleted: true as const };
  }),
});
