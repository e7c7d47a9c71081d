import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const linkIssues = defineSentences({
  onlyOpen: 'is only for a link without an amount',
  choicesWithin: 'must be within amountMin and amountMax',
  distinct: 'must be different from each other',
  expiryNeeded: 'must be a time: a link for one order ends',
  expiryBetween: 'must be {minutes} minutes to {days} days ahead',
  onlyForOnce: 'is only for a link of kind once',
  onlyForMany: 'is only for a link of kind many',
  referenceTaken: 'is the reference of another open link',
  referenceLetters: 'must have a letter or digit',
  prefix: 'must be 1 to 4 capital letters or digits',
  fieldName: 'must be 1 to 24 lower-case letters, digits and underscores',
  fieldNameTwice: 'is the name of another field',
  choicesOfField: 'must be 1 to {max} choices, for a field of kind choice alone',
  tooManyFields: 'must be at most {max} fields',
  tooManyChoices: 'must be at most {max} amounts',
  returnUrlForm: 'must be an https address of at most {max} characters without credentials',
  returnHost: 'leads to {host}, which is not a return host of this application',
  offlineOfTill: 'must be false: only customers of a paybill can type a reference',
  openLinksFull: 'would be too many: an application has at most {max} open links in each environment',
  fixed: 'cannot change once somebody tried to pay. End this link and make another',
  paymentsMaxBelowPaid: 'must be more than the {count} payments that it has',
});

/** Refusals of this room's verbs. */
export const linkRefusals = defineSentences({
  linkPaid: 'This link is paid. It cannot be ended or opened again.',
  linkFull: 'This link has its {max} payments. Raise paymentsMax first.',
  linkExpiredLong: 'This link expired more than {days} days ago. Make another.',
  linkReferenceReused: 'Another open link has the same reference. End that one first.',
  noPromptsToAllow: 'Only a link for one order that is open has a number of requests that you can raise.',
  linkPromptsLeft: 'This link can still send {count} requests.',
  linkPromptsUsedUp: 'This link has sent too many requests. Make another one.',
  noPayPages: 'This installation has no payment pages. Its operator sets PAY_BASE_URL.',
  linksNotAllowed:
    'The operator of this installation has not allowed payment links with real money for this organization yet.',
});
