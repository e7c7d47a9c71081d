import { getAccount, listSessions } from '@tillgate/domain/reading/account';
import {
  addPasskey,
  addPasskeySchema,
  askForPasskey,
  beginPasskey,
  changePassword,
  changePasswordSchema,
  chooseMails,
  chooseMailsSchema,
  confirmSecondFactor,
  disableSecondFactor,
  reauthenticate,
  removePasskey,
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

  /** What a fresh proof of the person takes: a passkey or a code of their app, and the password where there is neither. */
  reauthenticationMethod: personProcedure.query(async ({ ctx }) => {
    const { secondFactor, hasPassword, passkeys, canAddPasskeys } = await getAccount(personContext(ctx));
    const hasPasskey = canAddPasskeys && passkeys.length > 0;
    // People with a passkey must use it, because their password is not enough.
    const password = hasPassword && !hasPasskey ? ('password' as const) : ('none' as const);
    return { method: secondFactor ? ('code' as const) : password, hasPasskey };
  }),

  /** Options for the browser as JSON, to prove with a passkey who the person is. */
  askForPasskey: personProcedure.mutation(async ({ ctx }) => ({
    options: JSON.stringify(await askForPasskey(personContext(ctx), { for: 'proof', userId: ctx.person.userId })),
  })),

  reauthenticate: personProcedure
    .input(z.object({ password: z.string().optional(), code: z.string().optional(), signature: z.string().optional() }))
    .mutation(async ({ ctx, input }) => toWire(await reauthenticate(personContext(ctx), input))),

  setUpSecondFactor: reauthenticatedProcedure.mutation(({ ctx }) => setUpSecondFactor(personContext(ctx))),

  confirmSecondFactor: personProcedure
    .input(z.object({ code: z.string() }))
    .mutation(({ ctx, input }) => confirmSecondFactor(personContext(ctx), input)),

  disableSecondFactor: reauthenticatedProcedure.mutation(({ ctx }) => disableSecondFactor(personContext(ctx))),

  renewRecoveryCodes: reauthenticatedProcedure.mutation(({ ctx }) => renewRecoveryCodes(personContext(ctx))),

  /** Options for the browser as JSON, which makes a passkey by them. */
  beginPasskey: reauthenticatedProcedure.mutation(async ({ ctx }) => ({
    options: JSON.stringify(await beginPasskey(personContext(ctx))),
  })),

  addPasskey: reauthenticatedProcedure
    .input(verbInput(addPasskeySchema))
    .mutation(({ ctx, input }) => addPasskey(personContext(ctx), input)),

  removePasskey: reauthenticatedProcedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => removePasskey(personContext(ctx), input)),

  sessions: personProcedure.query(async ({ ctx }) => toWire(await listSessions(personContext(ctx)))),

  revokeSession: personProcedure
    .input(z.object({ sessionId: z.string() }))
    .mutation(({ ctx, input }) => revokeSession(personContext(ctx), input)),

  revokeOtherSessions: personProcedure.mutation(({ ctx }) => revokeOtherSessions(personContext(ctx))),
});
