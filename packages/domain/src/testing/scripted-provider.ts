import { randomUUID } from 'node:crypto';
import type {
  PromptIds,
  PromptRequest,
  PromptResult,
  PromptState,
  Provider,
  ProviderAccount,
  ProviderAnswer,
} from '../ports.ts';
import { type Script, script } from './script.ts';

export type Push = { account: ProviderAccount; request: PromptRequest };
export type PromptQuery = { account: ProviderAccount; checkoutRequestId: string };

export type ScriptedProvider = Provider & {
  /** Unscripted pushes are accepted with ids of their own. */
  pushes: Script<Push, ProviderAnswer<PromptIds>>;
  /** Unscripted queries say that the customer has not answered yet. */
  queries: Script<PromptQuery, PromptState>;
};

export function acceptedPrompt(ids: Partial<PromptIds> = {}): ProviderAnswer<PromptIds> {
  const id = randomUUID();
  return { kind: 'accepted', merchantRequestId: `merchant-${id}`, checkoutRequestId: `ws_CO_${id}`, ...ids };
}

/** A provider whose answers the test writes. Its callbacks are {@link promptCallback} bodies. */
export function scriptedProvider(): ScriptedProvider {
  const pushes = script<Push, ProviderAnswer<PromptIds>>(() => acceptedPrompt());
  const queries = script<PromptQuery, PromptState>(() => ({
    kind: 'pending',
    resultCode: '4999',
    resultDesc: 'The transaction is still under processing',
  }));
  return {
    pushes,
    queries,
    pushPrompt: (account, request) => pushes.ask({ account, request }),
    queryPrompt: (account, checkoutRequestId) => queries.ask({ account, checkoutRequestId }),
    parsePromptCallback(body) {
      try {
        return { ok: true, value: JSON.parse(new TextDecoder().decode(body)) };
      } catch {
        return { ok: false, reason: 'the body is not JSON' };
      }
    },
  };
}

/** The body of a callback that {@link scriptedProvider} reads back as `result`. */
export function promptCallback(
  result: Partial<PromptResult> & Pick<PromptResult, 'checkoutRequestId' | 'resultCode'>,
): Uint8Array {
  const whole: PromptResult = { merchantRequestId: null, resultDesc: 'a result', paid: null, ...result };
  return new TextEncoder().encode(JSON.stringify(whole));
}
