export { askAboutReceipt } from './ask-about-receipt.ts';
export { decideConfirmation, decideConfirmationSchema, getHeldAmount } from './decide-confirmation.ts';
export { findUnusablePatterns, patternProblem } from './find-unusable-patterns.ts';
export { type C2bRules, getC2bRules } from './get-rules.ts';
export { hearAboutReceipt } from './hear-about-receipt.ts';
export {
  claimDuePulls,
  findPull,
  type LeftOut,
  listUnknownReceipts,
  type PullRow,
  recordPulled,
  recordPullRegistered,
} from './pull-statements.ts';
export { receiveOfflinePayment } from './receive-offline-payment.ts';
export { recordOfflinePayment } from './record-offline-payment.ts';
export { registerC2bUrls } from './register-urls.ts';
export { endHookTokens, rotateHookToken } from './rotate-token.ts';
export { endHookTokensSchema, rotateHookTokenSchema, setC2bRulesSchema, setPullSchema } from './schemas.ts';
export { getPulledPayments, type PullState, setPulledPayments } from './set-pull.ts';
export { setC2bRules } from './set-rules.ts';
export { findHook, findRegistration } from './statements.ts';
export { type TryRulesInput, tryC2bRules } from './try-rules.ts';
export { decideValidation, type ValidationCode } from './validation.ts';
