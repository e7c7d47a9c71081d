import type { ConversationIds, MpesaRail, PromptIds, PromptState, Provider, ProviderAnswer } from '@tillgate/domain';
import * as readers from '../provider/deps.ts';

/** The provider's response to the one request of a history step. */
export type Says = {
  prompt?: (callbackUrl: string) => ProviderAnswer<PromptIds>;
  state?: PromptState;
  conversation?: (resultUrl: string, originatorConversationId: string | undefined) => ProviderAnswer<ConversationIds>;
  registered?: (confirmationUrl: string) => void;
};

/** A provider without a network. It returns the responses that it is given and uses the product's own parsers. */
export function historyProvider(says: Says): Provider {
  const unasked = () => {
    throw new Error('the history did not expect this call of the provider');
  };
  const converse = async (request: { resultUrl: string; originatorConversationId?: string }) =>
    says.conversation?.(request.resultUrl, request.originatorConversationId) ?? unasked();
  const rail = (): MpesaRail => ({
    prompts: {
      push: async ({ callbackUrl }) => says.prompt?.(callbackUrl) ?? unasked(),
      ask: async () => says.state ?? unasked(),
    },
    payouts: { send: converse },
    refunds: { send: converse },
    questions: { transaction: converse, balance: converse },
    offline: {
      async registerUrls({ confirmationUrl }) {
        says.registered?.(confirmationUrl);
        return { kind: 'accepted', responseCode: '0', responseDescription: 'Success', c2bVersion: 'v2' };
      },
      registerPull: unasked,
      pull: unasked,
    },
    qr: { make: unasked },
    trials: {
      token: async () => ({ ok: true, detail: 'The provider gave an access token.' }),
      prompt: async () => ({ ok: true, detail: 'The provider accepted the passkey.' }),
    },
  });
  return { ...readers, rail, mpesa: rail, answerPrompt: unasked };
}

/** The unguessable token at the end of a callback URL. */
export function tokenOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}
