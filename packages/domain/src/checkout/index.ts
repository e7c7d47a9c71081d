export { createAttemptDrain } from './drain-attempts.ts';
export {
  attemptKey,
  attemptReference,
  type CheckoutContext,
  promptAttempt,
  type WithPublicLimits,
} from './prompt-attempt.ts';
