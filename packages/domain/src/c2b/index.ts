export { type C2bRules, getC2bRules, noRules } from './get-rules.ts';
export { holdSeconds } from './offline-payment.ts';
export { type Registered, registerC2bUrls } from './register-urls.ts';
export { type GetC2bRulesInput, getC2bRulesSchema, type SetC2bRulesInput, setC2bRulesSchema } from './schemas.ts';
export { setC2bRules } from './set-rules.ts';
export { findHook, findRegistration } from './statements.ts';
export { type Notice, type Taken, takeOfflinePayment } from './take-offline-payment.ts';
export { type RulesTrial, type TryRulesInput, tryC2bRules } from './try-rules.ts';
export { decideValidation, type ValidationCode } from './validation.ts';
