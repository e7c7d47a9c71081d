import { listLiveKeysOf } from '@tillgate/domain/members';
import {
  createUser,
  disableUser,
  enableUser,
  endUserSessions,
  resetSecondFactor,
  unlinkIdentity,
} from '@tillgate/domain/users';
import { group, operatorCommand } from '../command.ts';
import { count } from '../count.ts';
import { optional, required } from '../fields.ts';
import { resolveSecret, secretHelp } from '../secret.ts';

const email = required('--email <address>', 'email address of the user');
const signedOutEmail = required('--email <address>', 'email address of the user, who is signed out everywhere');
const reason = optional('--reason <text>', 'why, for the audit');

export const users = group(
  'user',
  'dashboard users',
  operatorCommand('create', {
    about: 'create a user who can sign in to the dashboard',
    options: {
      email: required('--email <address>', 'email address, used to sign in'),
      password: required('--password <secret>', '10 to 200 characters, hard to guess').as(resolveSecret),
      name: optional('--name <name>', 'name, as shown to others'),
    },
    help: secretHelp,
    verb: createUser,
    json: ({ userId }) => ({ userId }),
    text: ({ userId }) => `Created user ${userId}.`,
  }),
  operatorCommand('disable', {
    about: 'disable a user and sign them out of all browsers',
    options: { email, reason },
    verb: async (ctx, given) => {
      const { userId, sessionsEnded } = await disableUser(ctx, given);
      return { userId, sessionsEnded, liveKeys: await listLiveKeysOf(ctx.db.prisma, { userId }, ctx.clock.now()) };
    },
    text: ({ userId, sessionsEnded, liveKeys }) => {
      const keys = liveKeys.map(
        ({ keyId, name, lastFour, environment, applicationName }) =>
          `  ${keyId}  ${name} (…${lastFour}), ${applicationName}, ${environment}`,
      );
      return [
        `Disabled user ${userId} and ended ${count(sessionsEnded, 'session')}.`,
        ...(keys.length === 0
          ? []
          : ['API keys that the user made still work. Revoke them with `key revoke`:', ...keys]),
      ].join('\n');
    },
  }),
  operatorCommand('enable', {
    about: 'enable a disabled user',
    options: { email, reason },
    verb: enableUser,
    json: ({ userId }) => ({ userId }),
    text: ({ userId }) => `Enabled user ${userId}. The user can sign in again.`,
  }),
  operatorCommand('reset-second-factor', {
    about: 'remove the authenticator app and passkeys of a user who lost them; the password alone then signs in',
    options: { email: signedOutEmail },
    verb: resetSecondFactor,
    json: ({ userId }) => ({ userId }),
    text: ({ userId }) => `Removed the second factor of user ${userId}. The user was signed out everywhere.`,
  }),
  operatorCommand('unlink-identity', {
    about: 'unlink a user from the identity provider; the next sign-in with the verified address links them again',
    options: { email: signedOutEmail },
    verb: unlinkIdentity,
    json: ({ userId }) => ({ userId }),
    text: ({ userId }) => `Unlinked user ${userId} from the identity provider. The user was signed out everywhere.`,
  }),
  group(
    'sessions',
    'browsers that a user is signed in with',
    operatorCommand('end', {
      about: 'sign a user out of all browsers',
      options: { email },
      verb: endUserSessions,
      json: ({ userId, sessionsEnded }) => ({ userId, sessionsEnded }),
      text: ({ userId, sessionsEnded }) => `Ended ${count(sessionsEnded, 'session')} of user ${userId}.`,
    }),
  ),
);
