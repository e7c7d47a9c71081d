import type { ConversationIds, PromptIds, PromptState, Provider, ProviderAnswer } from '@tillgate/domain';
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
  return {
    ...readers,
    pushPrompt: async (_account, { callbackUrl }) => says.prompt?.(callbackUrl) ?? unasked(),
    queryPrompt: async () => says.state ?? unasked(),
    payOut: (_account, request) => converse(request),
    reverse: (_account, request) => converse(request),
    askTransactionStatus: (_account, request) => converse(request),
    askAccountBalance: (_account, request) => converse(request),
    async registerUrls(_account, { confirmationUrl }) {
      says.registered?.(confirmationUrl);
      return { kind: 'accepted', responseCode: '0', responseDescription: 'Success', c2bVersion: 'v2' };
    },
    registerPull: unasked,
    pullPayments: unasked,
    makeQr: unasked,
    answerPrompt: unasked,
    tryToken: async () => ({ ok: true, detail: 'The provider gave an access token.' }),
    tryPasskey: async () => ({ ok: true, detail: 'The provider accepted the passkey.' }),
  };
}

/** The unguessable token at the end of a callback URL. */
export function tokenOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}
