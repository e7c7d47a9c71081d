import { Tillgate } from '@tillgate/sdk';

export type Order = {
  id: string;
  /** Whole KES. */
  amount: number;
  status: 'pending' | 'paid' | 'failed';
  message?: string;
};

/** Made with the first request: the build has no key. */
export function tillgate(): Tillgate {
  const { TILLGATE_API_KEY = '', TILLGATE_API_URL = '' } = process.env;
  return new Tillgate({ apiKey: TILLGATE_API_KEY, baseUrl: TILLGATE_API_URL });
}

// Only for the example: a real shop has a database. Reloads in development keep what is in globalThis.
const kept = globalThis as { orders?: Map<string, Order> };
kept.orders ??= new Map();
export const orders = kept.orders;
