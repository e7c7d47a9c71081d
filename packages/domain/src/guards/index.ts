export { createPhoneHash, type PhoneHash } from './phone-hash.ts';
export { createStopList, demandNotStopped, type StopList, type WithStopList } from './stop-list.ts';
export {
  checkStopList,
  listStoppedPhones,
  releasePhone,
  type StopListView,
  stopPhone,
  type WithPhoneHash,
} from './stop-phone.ts';
