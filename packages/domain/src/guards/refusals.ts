import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const guardIssues = defineSentences({
  stopped: 'is on the stop list already',
  notStopped: 'is not on the stop list',
  stopListFull: 'is too many: the stop list has at most {max} numbers',
  promptsNotHeld: 'must be watch or refuse: nobody can hold a prompt',
  tooManyRules: 'would be too many: an application has at most {max} rules in each environment',
  untilPassed: 'must be in the future',
  untilTooLate: 'must be before the year {year}',
  phoneListsFull: 'would be too many: the lists of an application have at most {max} phones in each environment',
  notPhoneList: 'it is not a list of phones as CSV',
  listColumns: 'its first row must name the columns phone, list and reason, and may name until',
  listEmpty: 'it names no phone',
  rowPhone: 'row {row} has no Kenyan mobile number',
  rowPhoneTwice: 'row {row} has the phone of row {first} again',
  rowList: 'row {row} must have block in the column list',
  rowAllows: 'row {row} allows a phone; allow phones one by one, because each waits for a second person',
  rowUntil: 'row {row} has an end that is no day to come, such as 2026-12-31',
  rowReason: 'row {row} needs a reason of at most {max} characters without a phone number',
  listProblems: 'has problems in {count} rows; correct them and choose the file again',
  numberInReason: 'must not contain a phone number, because reasons are shown',
});

/** Refusals of this room. */
export const guardRefusals = defineSentences({
  stoppedPhone:
    'This number gets no payment prompts, because its owner or the operator asked for that. Nothing was sent.',
  tooManyPrompts:
    'A rule of this application allows {count} prompts to a phone within {minutes} minutes. Try again in {seconds} s.',
  tooManyUnanswered:
    'The last {prompts} prompts to this phone were not answered, so a rule of this application pauses it. Try again in {seconds} s.',
  tooManyFailed:
    'At least {share} % of the last {prompts} prompts of payment links failed, so a rule of this application pauses links. Try again in {seconds} s.',
  firstPromptTooLarge:
    'This phone has never paid this application. A rule of it allows at most KES {max} for a first payment. Nothing was sent.',
  phoneBlocked: 'This phone is on the block list of this application. Nothing was sent.',
  newPayee:
    'This phone was never paid by this application, or for the first time less than a day ago. A rule refuses payouts to it of KES {from} or more. Nothing was sent.',
  newPayeeHeld:
    'This phone was never paid by this application, or for the first time less than a day ago. From KES {from} on, a rule wants the approval of a second person. Ask for it in the dashboard.',
  samePayoutSoon:
    'The same amount was sent to this phone less than {hours} hours ago, or is under way. A rule refuses it again. Nothing was sent.',
  samePayoutHeld:
    'The same amount was sent to this phone less than {hours} hours ago, or is under way. A rule wants the approval of a second person. Ask for it in the dashboard.',
  rulesUnreadable:
    'The rules for payouts cannot be read right now. Nothing was sent. Try again with the same Idempotency-Key.',
  hashKeyMissing: 'PHONE_HASH_KEY is not set here. Lists keep numbers as hashes under this key.',
});
