// @ts-check
import fc from 'fast-check';

/** Property tests draw the same values each time. `npm run test:long` sets TILLGATE_SEED to others. */
const fixedSeed = 16;

fc.configureGlobal({ seed: Number(process.env.TILLGATE_SEED ?? fixedSeed) });
