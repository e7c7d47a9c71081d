import { setReturnHosts, setReturnHostsSchema } from '@tillgate/domain/applications';
import {
  allowPrompts,
  createLinkOnce,
  editLink,
  editLinkSchema,
  endLink,
  linkIdSchema,
  newLinkSchema,
  reopenLink,
} from '@tillgate/domain/links';
import {
  browseLinkAttempts,
  browseLinkAttemptsSchema,
  browseLinks,
  browseLinksSchema,
  getLinkDetail,
  getLinkForm,
} from '@tillgate/domain/reading/links';
import { shareReceipt, shareReceiptSchema } from '@tillgate/domain/receipts';
import { sayReasonsOf } from '@/say/say-reason';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';
import { toWire } from '../wire.ts';

const read = tenantProcedure('links.read');
/** A link moves no money by itself: who pays decides on the phone. */
const write = tenantProcedure('links.write');
const which = verbInput(linkIdSchema);

/** Pages on which anybody can pay, and where they lead back to. */
export const linksRouter = createRouter({
  list: read
    .input(verbInput(browseLinksSchema))
    .query(async ({ ctx, input }) => toWire(await browseLinks(ctx.tenantCtx, withoutTenant(input)))),

  get: read
    .input(which)
    .query(async ({ ctx, input }) => toWire(await getLinkDetail(ctx.tenantCtx, withoutTenant(input)))),

  /** What was tried and paid on a link. */
  attempts: read.input(verbInput(browseLinkAttemptsSchema)).query(async ({ ctx, input }) => {
    const page = toWire(await browseLinkAttempts(ctx.tenantCtx, withoutTenant(input)));
    return { ...page, rows: sayReasonsOf(page.rows, ctx.locale) };
  }),

  /** What a page says beside its link. */
  form: read.query(({ ctx }) => getLinkForm(ctx.tenantCtx)),

  create: write
    .input(verbInput(newLinkSchema))
    .mutation(({ ctx, input }) => createLinkOnce(ctx.tenantCtx, withoutTenant(input))),

  change: write
    .input(verbInput(editLinkSchema))
    .mutation(({ ctx, input }) => editLink(ctx.tenantCtx, withoutTenant(input))),

  end: write.input(which).mutation(({ ctx, input }) => endLink(ctx.tenantCtx, withoutTenant(input))),

  reopen: write.input(which).mutation(({ ctx, input }) => reopenLink(ctx.tenantCtx, withoutTenant(input))),

  /** More requests to phones, once those of the link are used up. */
  allowPrompts: write.input(which).mutation(({ ctx, input }) => allowPrompts(ctx.tenantCtx, withoutTenant(input))),

  /** The address of a payment's receipt. */
  receipt: tenantProcedure('payments.read')
    .input(verbInput(shareReceiptSchema))
    .mutation(({ ctx, input }) => shareReceipt(ctx.tenantCtx, withoutTenant(input))),

  /** Whoever finds an open browser must not be able to lead payers elsewhere. */
  setReturnHosts: tenantProcedure('applications.write', { reauthentication: true })
    .input(verbInput(setReturnHostsSchema))
    .mutation(({ ctx, input }) => setReturnHosts(ctx.tenantCtx, withoutTenant(input))),
});
