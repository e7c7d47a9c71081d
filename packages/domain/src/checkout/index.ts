export { createAttemptDrain, drainAttempts } from './drain-attempts.ts';
export { attemptKey, type CheckoutContext, promptAttempt, type WithPublicLimits } from './prompt-attempt.ts';
