import { acceptInvitation, signUpByInvitation, signUpSchema } from '@tillgate/domain/members';
import {
  askForPasskey,
  requestPasswordReset,
  resetPassword,
  resetPasswordSchema,
  userByEmailSchema,
} from '@tillgate/domain/users';
import { z } from 'zod';
import { identityContext, personContext, visitorOf } from '../identity-context.ts';
import { createRouter, personProcedure, publicProcedure } from '../init.ts';
import { verbInput } from '../verb-input.ts';

/** Accounts and passwords. Signing in itself is the business of next-auth. */
export const identityRouter = createRouter({
  /** Options for the browser as JSON, to sign in with a passkey. */
  askForPasskey: publicProcedure.mutation(async ({ ctx }) => ({
    options: JSON.stringify(await askForPasskey(identityContext(ctx), { for: 'sign_in' })),
  })),

  requestPasswordReset: publicProcedure
    .input(verbInput(userByEmailSchema))
    .mutation(({ ctx, input: { email } }) => requestPasswordReset(identityContext(ctx), { email }, visitorOf(ctx))),

  resetPassword: publicProcedure.input(verbInput(resetPasswordSchema)).mutation(async ({ ctx, input }) => {
    const { device } = await resetPassword(identityContext(ctx), input);
    await ctx.keepDevice?.(device);
  }),

  /** Creates the account of an invited person, who then signs in with it. */
  signUp: publicProcedure
    .input(verbInput(signUpSchema))
    .mutation(({ ctx, input }) => signUpByInvitation(identityContext(ctx), input)),

  acceptInvitation: personProcedure
    .input(z.object({ token: z.string() }))
    .mutation(({ ctx, input }) => acceptInvitation(personContext(ctx), input)),
});
