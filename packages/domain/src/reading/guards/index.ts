export { browseDecisions, type DecisionRow } from './browse-decisions.ts';
export { browseEntries, type EntryRow } from './browse-entries.ts';
export { type GuardView, getGuard, type RuleView } from './get-guard.ts';
export { type DecisionAbout, readDecisionsAbout } from './read-decisions-about.ts';
export { browseDecisionsSchema, browseEntriesSchema } from './schemas.ts';
export { type RuleTrial, tryRule, tryRuleSchema } from './try-rule.ts';
