import type { Prompt } from './provider-view.ts';

/** What the simulated provider knows of an offline payment. */
export type SimulatedOffline = {
  transactionId: string;
  state: 'validating' | 'completed' | 'rejected' | 'cancelled' | 'abandoned';
  validation: { verdict: 'accepted' | 'rejected' | 'unreachable'; resultCode: string | null } | null;
  confirmations: { status: string }[];
};

type Settings = {
  confirmStkPayments: boolean;
  confirmation: 'before' | 'after';
  callbackDelayMs: number;
  loseCallbacks: boolean;
};

/** The customers at the till, and the provider's own account of what they paid. */
export type OfflineView = {
  pay(order: { shortcode: string; amount: number; phone: string; reference: string }): Promise<SimulatedOffline>;
  payment(transactionId: string): Promise<SimulatedOffline>;
  prompt(checkoutRequestId: string): Promise<Prompt & { confirmations: { status: string }[] }>;
  settings(change: Settings): Promise<void>;
};

export function viewOffline(url: string): OfflineView {
  const ask = async <T>(path: string, method = 'GET', body?: object): Promise<T> => {
    const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(`${url}${path}`, { method, ...sent });
    if (!answer.ok) throw new Error(`the simulator answered ${answer.status} to ${method} ${path}`);
    return (await answer.json()) as T;
  };
  return {
    pay: (order) => ask('/admin/c2b/pay', 'POST', order),
    payment: (transactionId) => ask(`/admin/c2b/payments/${transactionId}`),
    prompt: (checkoutRequestId) => ask(`/admin/prompts/${checkoutRequestId}`),
    settings: async (change) => void (await ask('/admin/settings', 'PUT', change)),
  };
}
