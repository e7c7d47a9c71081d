export { floatAccountSchema, setThresholdSchema } from './schemas.ts';
export { removeThreshold, setThreshold } from './set-threshold.ts';
export { sweepFloat } from './sweep-float.ts';
