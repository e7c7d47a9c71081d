import { accountBalanceSchema, askAccountBalance } from '../../inquiries/index.ts';
import { asked, orderKind } from './kind.ts';

/** Asks the provider for the balances of the shortcode. */
export const accountBalance = orderKind({
  permission: 'inquiries.ask',
  needsInitiator: true,
  rail: ({ rail }) => rail,
  input: accountBalanceSchema,
  carryOut: async (ctx, input) => asked(await askAccountBalance(ctx, input)),
});
