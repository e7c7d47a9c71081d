export { createGuard, noGuard, type WithGuard } from './create-guard.ts';
export {
  factsMax,
  factsSince,
  type Judgement,
  judgePrompt,
  type PromptFacts,
  type Rule,
  ruleKinds,
  ruleModes,
} from './guard.ts';
export { createPhoneHash, type PhoneHash } from './phone-hash.ts';
export { ruleRefusal } from './rule-refusal.ts';
export { insertDecisions, lockPhone } from './rule-statements.ts';
export { addRule, readRules, removeRule } from './set-rule.ts';
export { demandNotStopped } from './stop-list.ts';
export {
  checkStopList,
  listStoppedPhones,
  releasePhone,
  type StopListView,
  stopPhone,
  type WithPhoneHash,
} from './stop-phone.ts';
