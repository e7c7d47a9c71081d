export { answerChallenge } from './answer-challenge.ts';
export { type AuthenticatedUser, authenticateUser } from './authenticate-user.ts';
export { changePassword } from './change-password.ts';
export { confirmSecondFactor } from './confirm-second-factor.ts';
export { createUser } from './create-user.ts';
export { disableSecondFactor, resetSecondFactor } from './disable-second-factor.ts';
export {
  addressKey,
  asPerson,
  createIdentity,
  emailKey,
  type IdentityLimits,
  type IdentityOptions,
  type PersonContext,
  throttle,
  type Visitor,
  type WithIdentity,
  type WithTotpVault,
} from './identity.ts';
export { insertUser, type NewUser } from './insert-user.ts';
export { readSession, type SessionPerson } from './read-session.ts';
export { type ProofInput, reauthenticate } from './reauthenticate.ts';
export { renameUser } from './rename-user.ts';
export { renewRecoveryCodes } from './renew-recovery-codes.ts';
export { requestPasswordReset } from './request-password-reset.ts';
export { isResetOpen, resetPassword } from './reset-password.ts';
export { endSession, revokeOtherSessions, revokeSession } from './revoke-sessions.ts';
export {
  type ChangePasswordInput,
  type CreateUserInput,
  changePasswordSchema,
  createUserSchema,
  emailSchema,
  passwordSchema,
  type RenameUserInput,
  type ResetPasswordInput,
  renameUserSchema,
  resetPasswordSchema,
  type UserByEmailInput,
  userByEmailSchema,
} from './schemas.ts';
export { sessionMs } from './session.ts';
export { setUpSecondFactor } from './set-up-second-factor.ts';
export { type SignInInput, signIn } from './sign-in.ts';
export { type ExternalClaims, signInExternally } from './sign-in-externally.ts';
export type { SignInAnswer } from './start-session.ts';
export { lockUser } from './statements.ts';
export { hashToken, newToken } from './token.ts';
export { createVault, type Vault } from './vault.ts';
