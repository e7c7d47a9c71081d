import type { Provider } from '@tillgate/domain';
import { type AirtelOptions, createAirtel } from './airtel/index.ts';
import { createMpesa, type MpesaOptions } from './mpesa/index.ts';

export type ProviderOptions = MpesaOptions & {
  /** The addresses of Airtel Money. Everything else is as for M-PESA. */
  airtel: Pick<AirtelOptions, 'sandboxUrl' | 'productionUrl'>;
};

/**
 * Creates the adapters of all networks. They hold connections until `close`, which waits for the calls under way.
 *
 * @throws Error when a URL is not an http or https URL, the timeout is not positive, or a certificate is unreadable
 */
export function createProvider({ airtel: urls, ...options }: ProviderOptions): Provider & { close(): Promise<void> } {
  const mpesa = createMpesa(options);
  const airtel = createAirtel({ ...options, ...urls });
  return {
    ...mpesa,
    mpesa: mpesa.rail,
    rail(account) {
      return account.rail === 'mpesa' ? mpesa.rail(account) : airtel.rail(account);
    },
    async close() {
      await Promise.all([mpesa.close(), airtel.close()]);
    },
  };
}
