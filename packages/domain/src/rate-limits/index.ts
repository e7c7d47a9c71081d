export { createLimits, type Limits } from './create-limits.ts';
export { createLocalLimiter, type LocalLimiter } from './create-local-limiter.ts';
export { createRateLimiter, type RateLimitStore } from './create-rate-limiter.ts';
export { createStoreWatch, type StoreWatch } from './create-store-watch.ts';
export { parseRateRule, type RateRule } from './rate-limit.ts';
