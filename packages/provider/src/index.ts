/** The adapters of mobile-money networks. `kit` is what each of them needs; a network is a folder. */
export {
  createProvider,
  type ProviderOptions,
  parseOfflinePayment,
  parsePromptCallback,
  parseResult,
  readAccountBalances,
  readAmount,
  readPayee,
  readProviderOptions,
  readReceipt,
  readTransaction,
} from './mpesa/index.ts';
