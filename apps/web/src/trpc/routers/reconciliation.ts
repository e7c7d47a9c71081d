import { requestOrder, requestOrderSchema } from '@tillgate/domain/orders';
import { explainShortcode } from '@tillgate/domain/reading/closing';
import {
  calendarSchema,
  confirmationGapsSchema,
  dayOfShortcodeSchema,
  getCalendar,
  getConfirmationGaps,
  getStatement,
  listExceptions,
  listImports,
  listLines,
  listLinesSchema,
  listShortcodes,
  listStatementsSchema,
  statementSchema,
} from '@tillgate/domain/reading/reconciliation';
import {
  importStatement,
  matchAgain,
  matchAgainSchema,
  previewStatement,
  statementFileSchema,
  takeBackSchema,
  takeBackStatement,
} from '@tillgate/domain/reconciliation';
import { z } from 'zod';
import { sayStatement } from '@/say/say-statement';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';
import { toWire } from '../wire.ts';

/** Reading a file of 100,000 rows, or the lines of a month. */
const fileCost = 40;
const calendarCost = 5;
const matchCost = 20;

/** The bytes come from the upload route alone: the JSON of a page has none. */
const fileInput = z.object(statementFileSchema.shape);

/** The provider's statements, and their differences from the records. Exceptions are reviews: see `reviews`. */
export const reconciliationRouter = createRouter({
  shortcodes: tenantProcedure('statements.read').query(({ ctx }) => listShortcodes(ctx.tenantCtx)),

  calendar: tenantProcedure('statements.read', { cost: calendarCost })
    .input(verbInput(calendarSchema))
    .query(async ({ ctx, input }) => toWire(await getCalendar(ctx.tenantCtx, withoutTenant(input)))),

  /** Where the balance does not continue from one confirmation of an offline payment to the next. */
  confirmationGaps: tenantProcedure('statements.read', { cost: calendarCost })
    .input(verbInput(confirmationGapsSchema))
    .query(async ({ ctx, input }) => toWire(await getConfirmationGaps(ctx.tenantCtx, withoutTenant(input)))),

  statements: tenantProcedure('statements.read')
    .input(verbInput(listStatementsSchema))
    .query(({ ctx, input }) => listImports(ctx.tenantCtx, withoutTenant(input))),

  statement: tenantProcedure('statements.read')
    .input(verbInput(statementSchema))
    .query(({ ctx, input: { statementId } }) => getStatement(ctx.tenantCtx, statementId)),

  lines: tenantProcedure('statements.read')
    .input(verbInput(listLinesSchema))
    .query(({ ctx, input }) => listLines(ctx.tenantCtx, withoutTenant(input))),

  exceptions: tenantProcedure('statements.read')
    .input(verbInput(dayOfShortcodeSchema))
    .query(({ ctx, input }) => listExceptions(ctx.tenantCtx, withoutTenant(input))),

  /** How the balance of a day comes about, and how much of the difference its exceptions explain. */
  balance: tenantProcedure('statements.read', { cost: calendarCost })
    .input(verbInput(dayOfShortcodeSchema))
    .query(({ ctx, input }) => explainShortcode(ctx.tenantCtx, withoutTenant(input))),

  /** For the upload route: whether the person may send a file, before any of it is read. */
  permitUpload: tenantProcedure('statements.import', { cost: fileCost }).mutation(({ ctx: { organizationId } }) => ({
    organizationId,
  })),

  /** Previews a file. A mutation, because its input is a file. */
  preview: tenantProcedure('statements.import')
    .input(fileInput)
    .mutation(async ({ ctx, input }) =>
      sayStatement(await previewStatement(ctx.tenantCtx, withoutTenant(input)), ctx.locale),
    ),

  import: tenantProcedure('statements.import')
    .input(fileInput)
    .mutation(async ({ ctx, input }) =>
      sayStatement(await importStatement(ctx.tenantCtx, withoutTenant(input)), ctx.locale),
    ),

  match: tenantProcedure('statements.import', { cost: matchCost })
    .input(verbInput(matchAgainSchema))
    .mutation(({ ctx, input }) => matchAgain(ctx.tenantCtx, withoutTenant(input))),

  takeBack: tenantProcedure('statements.import', { cost: matchCost, reauthentication: 'production' })
    .input(verbInput(takeBackSchema))
    .mutation(({ ctx, input }) => takeBackStatement(ctx.tenantCtx, withoutTenant(input))),

  /** An order to record a payment that only the statement has. It always waits for a second person. */
  record: tenantProcedure('reviews.resolve', { reauthentication: 'production' })
    /** Whole KES: what the person saw. */
    .input(z.object({ lineId: z.string(), amount: z.int() }))
    .input(verbInput(requestOrderSchema.pick({ reason: true, requestKey: true })))
    .mutation(({ ctx, input: { lineId, amount, reason, requestKey } }) =>
      requestOrder(ctx.tenantCtx, { kind: 'statement_payment', input: { lineId, amount }, reason, requestKey }),
    ),
});
