import { askTransactionStatus, transactionStatusSchema } from '../../inquiries/index.ts';
import { asked, orderKind } from './kind.ts';

/** Asks the provider about any past transaction. */
export const transactionStatus = orderKind({
  permission: 'inquiries.ask',
  needsInitiator: true,
  input: transactionStatusSchema,
  carryOut: async (ctx, input) => asked(await askTransactionStatus(ctx, input)),
});
