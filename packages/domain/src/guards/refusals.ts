import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const guardIssues = defineSentences({
  stopped: 'is on the stop list already',
  notStopped: 'is not on the stop list',
  stopListFull: 'is too many: the stop list has at most {max} numbers',
  numberInReason: 'must not contain a phone number, because reasons are shown',
});

/** Refusals of this room. */
export const guardRefusals = defineSentences({
  stoppedPhone:
    'This number gets no payment prompts, because its owner or the operator asked for that. Nothing was sent.',
  hashKeyMissing: 'PHONE_HASH_KEY is not set here. The stop list keeps numbers as hashes under this key.',
});
