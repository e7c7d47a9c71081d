export * as attacks from './attacks/index.ts';
export { collectedEverywhere } from './collected-everywhere.ts';
export { dumpDatabase } from './dump-database.ts';
export { type FilledTables, fillTables } from './fill-tables.ts';
export { memorySpool } from './memory-spool.ts';
export { movableClock } from './movable-clock.ts';
export { answered, recordingCourier } from './recording-courier.ts';
export { lacksRedis, type RedisServer, startRedis } from './redis-server.ts';
export { type Held, type Script, script } from './script.ts';
export {
  type Call,
  offlinePaymentCallback,
  outcomeOf,
  type Push,
  promptCallback,
  railNotice,
  resultCallback,
  type ScriptedProvider,
  scriptedProvider,
  told,
} from './scripted-provider.ts';
export {
  type ScriptedShop,
  type ScriptedUpstream,
  scriptedUpstream,
  subscribeToAll,
  withOwnSignals,
} from './scripted-shop.ts';
export { mintPerson, type SeededMerchant, seed } from './seed.ts';
export { silentLog, type TestContext, testContext } from './test-context.ts';
export { waitingForLocks } from './waiting-for-locks.ts';
