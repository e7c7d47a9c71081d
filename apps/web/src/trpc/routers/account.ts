import { getAccount, listSessions } from '@tillgate/domain/reading/account';
import {
  changePassword,
  changePasswordSchema,
  chooseMails,
  chooseMailsSchema,
  confirmSecondFactor,
  disableSecondFactor,
  reauthenticate,
  renameUser,
  renameUserSchema,
  renewRecoveryCodes,
  revokeOtherSessions,
  revokeSession,
  setUpSecondFactor,
} from '@tillgate/domain/users';
import { z } from 'zod';
import { personContext } from '../identity-context.ts';
import { createRouter, personProcedure, reauthenticatedProcedure } from '../init.ts';
import { verbInput } from '../verb-input.ts';
import { toWire } from '../wire.ts';

/** The person's own account. */
export const accountRouter = createRouter({
  get: personProcedure.query(async ({ ctx }) => toWire(await getAccount(personContext(ctx)))),

  rename: personProcedure
    .input(verbInput(renameUserSchema))
    .mutation(({ ctx, input }) => renameUser(personContext(ctx), input)),

  chooseMails: personProcedure
    .input(verbInput(chooseMailsSchema))
    .mutation(({ ctx, input }) => chooseMails(personContext(ctx), input)),

  changePassword: personProcedure
    .input(verbInput(changePasswordSchema))
    .mutation(({ ctx, input }) => changePassword(personContext(ctx), input)),

  /** What a fresh proof of the person takes: a code of their app, or the password where there is none. */
  reauthenticationMethod: personProcedure.query(async ({ ctx }) => {
    const { secondFactor, hasPassword } = await getAccount(personContext(ctx));
    return { method: secondFactor ? ('code' as const) : hasPassword ? ('password' as const) : ('none' as const) };
  }),

  reauthenticate: personProcedure
    .input(z.object({ password: z.string().optional(), code: z.string().optional() }))
    .mutation(async ({ ctx, input }) => toWire(await reauthenticate(personContext(ctx), input))),

  setUpSecondFactor: reauthenticatedProcedure.mutation(({ ctx }) => setUpSecondFactor(personContext(ctx))),

  confirmSecondFactor: personProcedure
    .input(z.object({ code: z.string() }))
    .mutation(({ ctx, input }) => confirmSecondFactor(personContext(ctx), input)),

  disableSecondFactor: reauthenticatedProcedure.mutation(({ ctx }) => disableSecondFactor(personContext(ctx))),

  renewRecoveryCodes: reauthenticatedProcedure.mutation(({ ctx }) => renewRecoveryCodes(personContext(ctx))),

  sessions: personProcedure.query(async ({ ctx }) => toWire(await listSessions(personContext(ctx)))),

  revokeSession: personProcedure
    .input(z.object({ sessionId: z.string() }))
    .mutation(({ ctx, input }) => revokeSession(personContext(ctx), input)),

  revokeOtherSessions: personProcedure.mutation(({ ctx }) => revokeOtherSessions(personContext(ctx))),
});
