/** The adapters of mobile-money networks. `kit` is what each of them needs; a network is a folder. */
export { createProvider, type ProviderOptions } from './create-provider.ts';
export {
  parseOfflinePayment,
  parsePromptCallback,
  parseResult,
  readAccountBalances,
  readAmount,
  readPayee,
  readReceipt,
  readTransaction,
} from './mpesa/index.ts';
export { readProviderOptions } from './read-provider-options.ts';
