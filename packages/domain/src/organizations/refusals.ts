import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const organizationIssues = defineIssues({
  providerMissing: 'needs an identity provider, which is not set up here',
  factorFirst: 'needs a code of your authenticator app, or a passkey, in this session first',
  ssoFirst: 'needs you to sign in through single sign-on first',
  suspendedAlready: 'is suspended already',
  notSuspended: 'is not suspended',
});
