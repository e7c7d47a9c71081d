export { createRateLimiter, type RateLimitStore } from './create-rate-limiter.ts';
export { parseRateRule } from './rate-limit.ts';
