export { drainCredits } from './drain-credits.ts';
