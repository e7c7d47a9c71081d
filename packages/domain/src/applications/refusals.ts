import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const applicationIssues = defineSentences({
  organizationMissing: 'is not an organization',
  neededFirst: 'is needed: nothing is set yet',
  tillNeeded: 'is needed for a till',
  tillOfPaybill: 'does not belong to a paybill',
  initiatorCharacters: 'may only have letters, digits and # & % $ (a rule of the provider)',
  ownerOrOrganization: 'or organizationId is needed, and not both',
  shortcodeTaken: 'belongs to another organization; if it is yours, ask the operator to release it',
  hostForm: 'must be a host name in lower case, with or without a port, such as shop.example.com',
  hostTwice: 'has a host twice',
  shortcodeForm: 'must be 5 to 7 digits, or the name of a network, a colon and a number',
  merchantCode: 'must be 3 to 20 letters and digits, as the network shows the number of the account',
  publicKey: 'must be a public key, as PEM or as base64',
  cannotRemove: 'is needed and cannot be removed',
  neededBeside: 'is needed when {other} is set',
  tooManyHosts: 'must be at most {max} hosts',
});

/** Refusals of this room's verbs. */
export const applicationRefusals = defineSentences({
  credentialsUnreadable: 'The stored provider credentials cannot be read at the moment.',
  shortcodeUnowned: 'No organization owns this shortcode.',
});
