/** The product's own parsers of the provider's messages. */
export {
  parseOfflinePayment,
  parsePromptCallback,
  parseResult,
  readAccountBalances,
  readAmount,
  readPayee,
  readReceipt,
  readTransaction,
} from '@tillgate/provider';
