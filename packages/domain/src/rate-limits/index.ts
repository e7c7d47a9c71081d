export { createLocalLimiter, type LocalLimiter } from './create-local-limiter.ts';
export { createRateLimiter, type RateLimitStore } from './create-rate-limiter.ts';
export { parseRateRule } from './rate-limit.ts';
