export { type MovableClock, movableClock } from './movable-clock.ts';
export { answered, type CourierRequest, type RecordingCourier, recordingCourier } from './recording-courier.ts';
export { type Held, type Script, script } from './script.ts';
export {
  acceptedConversation,
  acceptedPrompt,
  type Call,
  offlinePaymentCallback,
  type PromptQuery,
  type Push,
  promptCallback,
  resultCallback,
  type ScriptedProvider,
  scriptedProvider,
} from './scripted-provider.ts';
export { type ApplicationSeed, type OwnerSeed, type SeededMerchant, seed } from './seed.ts';
export { silentLog, type TestContext, testContext } from './test-context.ts';
