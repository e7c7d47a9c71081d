export { type C2bRules, getC2bRules, noRules } from './get-rules.ts';
export { holdSeconds } from './offline-payment.ts';
export { registerC2bUrls } from './register-urls.ts';
export { getC2bRulesSchema, setC2bRulesSchema } from './schemas.ts';
export { setC2bRules } from './set-rules.ts';
export { findHook, findRegistration } from './statements.ts';
export { takeOfflinePayment } from './take-offline-payment.ts';
export { type TryRulesInput, tryC2bRules } from './try-rules.ts';
export { decideValidation, type ValidationCode } from './validation.ts';
