export { createRateLimiter, type RateLimiterOptions, type RateLimitStore } from './create-rate-limiter.ts';
export { parseRateRule, type RateRule } from './rate-limit.ts';
