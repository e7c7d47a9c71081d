import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const organizationIssues = defineSentences({
  providerMissing: 'needs an identity provider, which is not set up here',
  factorFirst: 'needs a code of your authenticator app, or a passkey, in this session first',
  ssoFirst: 'needs you to sign in through single sign-on first',
  suspendedAlready: 'is suspended already',
  notSuspended: 'is not suspended',
  linksAllowed: 'may take real money on payment links already, under this name',
  linksForbidden: 'may not take real money on payment links anyway',
});

/** Refusals of this room's verbs. */
export const organizationRefusals = defineSentences({
  lastOwner: 'An organization needs an owner. Make somebody else an owner first.',
  nothingRequired: 'The organization requires nothing.',
  confirmsOneself: 'Nobody confirms themselves. Ask another owner or admin.',
  confirmsOwn:
    'You gave this role, or your own role is new and comes from the same person. Ask another owner or admin.',
  newRole:
    'Your role is newer than this request. Another owner or admin can confirm it under Members. Otherwise wait until {until}.',
  samePeople:
    'One of you got the role from the other, or both from the same person. Another owner or admin can confirm the new role under Members. Otherwise wait until {until}.',
  newWayIn:
    'The way you sign in is new, so it does not count for money yet. An owner can confirm it under Members. Otherwise wait until {until}.',
  ownPayee: 'You saved the number of this recipient. Another person has to decide. Otherwise wait until {until}.',
  suspended: 'This organization is suspended. Ask the operator of this service.',
});
