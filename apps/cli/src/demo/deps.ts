/** How the provider's messages are read, as the product reads them. */
export {
  parseOfflinePayment,
  parsePromptCallback,
  parseResult,
  readAccountBalances,
  readReceipt,
  readTransactionStatus,
} from '@tillgate/provider';
