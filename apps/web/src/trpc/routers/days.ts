import {
  getDayMail,
  setDayMail,
  setDayMailSchema,
  signOffDay,
  signOffDaySchema,
  stopDayMail,
} from '@tillgate/domain/closing';
import { getDay, getDaySchema, listDays, listDaysSchema } from '@tillgate/domain/reading/closing';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

/** A month of figures. */
const listCost = 5;

/** The close of day: the figures of business days, and who signed them off. */
export const daysRouter = createRouter({
  list: tenantProcedure('days.read', { cost: listCost })
    .input(verbInput(listDaysSchema))
    .query(({ ctx, input }) => listDays(ctx.tenantCtx, withoutTenant(input))),
  get: tenantProcedure('days.read')
    .input(verbInput(getDaySchema))
    .query(({ ctx, input }) => getDay(ctx.tenantCtx, withoutTenant(input))),
  signOff: tenantProcedure('days.signOff')
    .input(verbInput(signOffDaySchema))
    .mutation(({ ctx, input }) => signOffDay(ctx.tenantCtx, withoutTenant(input))),
  /** The recipients of the daily email, and possible recipients. */
  mail: tenantProcedure('days.signOff').query(({ ctx }) => getDayMail(ctx.tenantCtx)),
  setMail: tenantProcedure('days.signOff')
    .input(verbInput(setDayMailSchema))
    .mutation(({ ctx, input }) => setDayMail(ctx.tenantCtx, withoutTenant(input))),
  stopMail: tenantProcedure('days.signOff').mutation(({ ctx }) => stopDayMail(ctx.tenantCtx)),
});
