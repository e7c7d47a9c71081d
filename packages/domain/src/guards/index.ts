export { createGuard, noGuard, phoneHashOf, type WithGuard } from './create-guard.ts';
export {
  factsMax,
  factsSince,
  isLinkKind,
  isPayoutRule,
  isPromptRule,
  judgePrompt,
  type LinkPrompt,
  linkPromptsCounted,
  type PayoutRule,
  type PromptFacts,
  type PromptJudgement,
  type PromptRule,
  type Rule,
  ruleKinds,
  ruleModes,
} from './guard.ts';
export { judgePayout, type PayoutFacts, type PayoutJudgement, sameSince } from './guard-payout.ts';
export { readListEntries } from './list-statements.ts';
export { type ListChange, listChangeLine } from './list-text.ts';
export { isLoosening, isSameRule } from './loosening.ts';
export { createPhoneHash, type PhoneHash } from './phone-hash.ts';
export { entriesMax, type ListEntry, type ListName, listNames } from './phone-list.ts';
export { type PhoneRow, problemsRefusal, type RowProblem, readPhoneFile } from './read-phone-file.ts';
export { describeRuleKinds, type RuleBounds } from './rule-bounds.ts';
export { holdRefusal, payoutRefusal, promptRefusal, rulesUnreadable } from './rule-refusal.ts';
export { type Decision, insertDecisions, listRules, lockPhones, type Ruling, readRuling } from './rule-statements.ts';
export { type RuleChange, ruleChangeLine, ruleText } from './rule-text.ts';
export {
  type ChangeRuleInput,
  changeRuleSchema,
  type EntryIdInput,
  entryIdSchema,
  type ListedPhone,
  listedPhoneSchema,
  listNameSchema,
  type NewEntryInput,
  type NewRuleInput,
  newEntrySchema,
  newRuleSchema,
  type PhoneFileInput,
  parseRule,
  phoneFileSchema,
  type RuleIdInput,
  ruleIdSchema,
  ruleSchema,
} from './schemas.ts';
export { addEntry, demandFuture, type EntryView, readEntries, removeEntry } from './set-entry.ts';
export { addRule, readRules, removeRule } from './set-rule.ts';
export { demandNotStopped } from './stop-list.ts';
export {
  checkPhoneLists,
  demandHash,
  listStoppedPhones,
  releasePhone,
  type StopListView,
  stopPhone,
  type WithPhoneHash,
} from './stop-phone.ts';
export {
  isSameEntry,
  listedPhoneOf,
  lockEntries,
  lockEntry,
  loosensList,
  makeRoom,
  storeEntry,
  storeImported,
} from './store-entry.ts';
export { lockRules, storeRule } from './store-rule.ts';
