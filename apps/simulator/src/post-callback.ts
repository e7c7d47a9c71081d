import { request } from 'undici';
import { callbackAnswerMaxBytes, callbackTimeoutMs } from './limits.ts';
import type { Simulation } from './simulation.ts';

/** The record of one POST to a merchant's URL. `lost` means that it was never sent. */
export type Delivery = {
  at: string;
  status: 'delivered' | 'refused' | 'failed' | 'lost';
  httpStatus: number | null;
  error: string | null;
};

/** A delivery and the merchant's response body, cut at `callbackAnswerMaxBytes` and empty when there was none. */
type Posted = { delivery: Delivery; answer: string };

const newDelivery = (simulation: Simulation, status: Delivery['status']): Delivery => ({
  at: new Date(simulation.now()).toISOString(),
  status,
  httpStatus: null,
  error: null,
});

const readBounded = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= callbackAnswerMaxBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, callbackAnswerMaxBytes);
};

/** Posts once and never retries, like the provider. `body` is the exact JSON text. Never throws. */
export const postCallback = async (
  simulation: Simulation,
  url: string,
  body: string,
  options: { headers?: Record<string, string>; timeoutMs?: number } = {},
): Promise<Posted> => {
  const delivery = newDelivery(simulation, 'failed');
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json;charset=UTF-8', ...options.headers },
      body,
      dispatcher: simulation.agent,
      signal: AbortSignal.timeout(options.timeoutMs ?? callbackTimeoutMs),
    });
    const text = await readBounded(answer.body);
    delivery.httpStatus = answer.statusCode;
    delivery.status = answer.statusCode >= 200 && answer.statusCode < 300 ? 'delivered' : 'refused';
    return { delivery, answer: text };
  } catch (error) {
    delivery.error = error instanceof Error ? ('code' in error && String(error.code)) || error.name : 'unknown';
    return { delivery, answer: '' };
  }
};

/** The record of a message that the simulator never sends. */
export const lostDelivery = (simulation: Simulation): Delivery => newDelivery(simulation, 'lost');
