export { AccountDisabled } from './account-disabled.ts';
export { addPasskey, beginPasskey } from './add-passkey.ts';
export { answerChallenge } from './answer-challenge.ts';
export { authenticateUser } from './authenticate-user.ts';
export { changePassword } from './change-password.ts';
export { chooseMails } from './choose-mails.ts';
export { confirmSecondFactor } from './confirm-second-factor.ts';
export { createUser } from './create-user.ts';
export { disableSecondFactor, resetSecondFactor } from './disable-second-factor.ts';
export { disableUser, enableUser, endUserSessions } from './disable-user.ts';
export { ReauthenticationRequired } from './factor-proof.ts';
export {
  addressKey,
  asPerson,
  createIdentity,
  emailKey,
  type PersonContext,
  throttle,
  type Visitor,
  type WithIdentity,
} from './identity.ts';
export { insertUser } from './insert-user.ts';
export { knownDeviceMs } from './known-device.ts';
export { passkeySite } from './passkey.ts';
export { readSession, readSignIn, type SessionPerson, type SignInProof } from './read-session.ts';
export { reauthenticate } from './reauthenticate.ts';
export { removePasskey } from './remove-passkey.ts';
export { renameUser } from './rename-user.ts';
export { renewRecoveryCodes } from './renew-recovery-codes.ts';
export { requestPasswordReset } from './request-password-reset.ts';
export { findReset, resetPassword } from './reset-password.ts';
export { endSession, revokeOtherSessions, revokeSession } from './revoke-sessions.ts';
export {
  addPasskeySchema,
  changePasswordSchema,
  chooseMailsSchema,
  emailSchema,
  passwordSchema,
  renameUserSchema,
  resetPasswordSchema,
  userByEmailSchema,
} from './schemas.ts';
export { isRecentlyAuthenticated, sessionMs } from './session.ts';
export { setUpSecondFactor } from './set-up-second-factor.ts';
export { signIn } from './sign-in.ts';
export { signInExternally } from './sign-in-externally.ts';
export { OtherSubject, type SignInAnswer } from './start-session.ts';
export { endSessions, lockUser } from './statements.ts';
export { hashToken, newToken } from './token.ts';
export { createTotpVault, generateVaultKey, vaultKeysProblem } from './totp-vault.ts';
export { unlinkIdentity } from './unlink-identity.ts';
export { askForPasskey, signInWithPasskey } from './use-passkey.ts';
export { listWaysIn, type WayIn } from './ways-in.ts';
