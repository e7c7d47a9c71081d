import { momentOf } from '../kernel/time.ts';
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
  | 'passkey_removed'
  | 'ways_in_ended';

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
  ways_in_ended: {
    subject: 'Ways to sign in to Tillgate were removed',
    what: 'With your new password, ways to sign in that you did not confirm were removed. What you do about money counts again in 24 hours, or when an owner of your organization confirms it.',
  },
};

/** The email to a person about a change to their account, in case they did not make it. */
export function changeMail(to: string, change: Change, at: Date, dashboardUrl: string): NewMail {
  const { subject, what } = changes[change];
  return {
    to,
    subject,
    text: `${what}

When: ${momentOf(at)}
If this was not you, choose a new password immediately:
${dashboardUrl}/forgot-password
and tell the owner of your organization.
`,
  };
}

const forOwners: { [change in Change]?: string } = {
  passkey_added: 'added a passkey',
  second_factor_on: 'set up an authenticator app',
  identity_linked: 'signed in through your identity provider for the first time',
  ways_in_ended: 'set a new password, and other ways in which they sign in were removed with it',
};

/** The email to an owner about a member's new way to sign in. */
export function newWayInMail(
  to: string,
  { member, change, at }: { member: string; change: Change; at: Date },
  dashboardUrl: string,
): NewMail {
  return {
    to,
    subject: `A member signs in in a new way: ${member}`,
    text: `${member} ${forOwners[change] ?? 'changed how they sign in'}.

When: ${momentOf(at)}
If they do not know about it, sign them out and take their role away under Members:
${dashboardUrl}
`,
  };
}
