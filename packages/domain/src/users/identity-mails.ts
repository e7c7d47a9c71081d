import type { NewMail, SecretMail } from '../mails/index.ts';

export function resetMail(to: string, link: string): SecretMail {
  return {
    to,
    subject: 'Choose a new password for Tillgate',
    hasSecret: true,
    text: `Somebody, probably you, asked for a new password for Tillgate.

Choose it here within one hour:
${link}

If it was not you, do nothing: your password stays as it is.
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
    what: 'Your password was changed through a link in a mail. All browsers were signed out.',
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
    what: 'The authenticator app was removed. Signing in needs no code any more.',
  },
  identity_linked: {
    subject: 'A new way to sign in to Tillgate',
    what: 'You signed in through your organization’s identity provider for the first time. From now on, it is a way into your account.',
  },
  passkey_added: {
    subject: 'A passkey was added to your Tillgate account',
    what: 'A passkey was added to your account. It signs in without your password.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your Tillgate account',
    what: 'A passkey was removed from your account. It no longer signs in.',
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
If it was not you, choose a new password at once:
${dashboardUrl}/forgot-password
and tell the owner of your organization.
`,
  };
}
