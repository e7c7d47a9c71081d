export { changeGap } from './change-gap.ts';
export { closeGap } from './close-gap.ts';
export { demandNoGap, findRestoreRefusal } from './demand-no-gap.ts';
export { type Gap, keyRefusal, windowOf } from './gap.ts';
export { type ListedGap, listGaps } from './list-gaps.ts';
export { demandOpenable, openGap } from './open-gap.ts';
export { type NotedKeys, readKeysBack } from './read-keys-back.ts';
export { changeGapSchema, closeGapSchema, type OpenGapInput, openGapSchema } from './schemas.ts';
export { findLastGap } from './statements.ts';
