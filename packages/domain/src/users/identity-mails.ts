import type { NewMail, SecretMail } from '../mails/index.ts';

export function resetMail(to: string, link: string): SecretMail {
  return {
    to,
    subject: 'Choose a new password for Tillgate',
    hasSecret: true,
    text: `Someone, probably you, asked to reset your Tillgate password.

Choose a new password within one hour:
${link}

If this was not you, ignore this email. Your password does not change.
`,
  };
}

export type Change =
  | 'password_reset'
  | 'password_changed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'identity_linked'
  | 'passkey_added'
  | 'passkey_removed';

const changes: Record<Change, { subject: string; what: string }> = {
  password_reset: {
    subject: 'Your Tillgate password was changed',
    what: 'Your password was changed with a link from an email. All browsers were signed out.',
  },
  password_changed: {
    subject: 'Your Tillgate password was changed',
    what: 'Your password was changed. All other browsers were signed out.',
  },
  second_factor_on: {
    subject: 'Signing in to Tillgate now needs your authenticator app',
    what: 'An authenticator app was set up. From now on, signing in needs a code from it. All other browsers were signed out.',
  },
  second_factor_off: {
    subject: 'Signing in to Tillgate no longer needs a code',
    what: 'The authenticator app was removed. You no longer need a code to sign in.',
  },
  identity_linked: {
    subject: 'A new way to sign in to Tillgate',
    what: 'You signed in through your organization’s identity provider for the first time. From now on, you can sign in with it.',
  },
  passkey_added: {
    subject: 'A passkey was added to your Tillgate account',
    what: 'A passkey was added to your account. It can sign in without your password.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your Tillgate account',
    what: 'A passkey was removed from your account. It can no longer sign in.',
  },
};

/** Tells a person what happened to their account, in case it was not them. */
export function changeMail(to: string, change: Change, at: Date, dashboardUrl: string): NewMail {
  const { subject, what } = changes[change];
  return {
    to,
    subject,
    text: `${what}

When: ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC
If this was not you, choose a new password immediately:
${dashboardUrl}/forgot-password
and tell the owner of your organization.
`,
  };
}
