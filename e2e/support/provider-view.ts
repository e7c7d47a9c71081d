import { readProviderList } from './provider-list.ts';

/** What the simulated provider knows of a prompt. */
export type Prompt = {
  checkoutRequestId: string;
  phone: string;
  amount: number;
  accountReference: string;
  createdAt: string;
  outcome: { resultCode: number | string; receipt: string | null; settledAmount: number | null } | null;
  callbacks: { at: string; resultCode: number | string; status: string }[];
  queries: number;
};

export type Magic = { slug: string; phone: string; amount: number };

type Requests = {
  counts: Record<string, number>;
  requests: { path: string; phone: string | null; accountReference: string | null; status: number | null }[];
};

/** The provider's own account of what happened: the truth that the product is compared with. */
export type ProviderView = {
  magic(): Promise<Magic[]>;
  /** Of one account reference, newest first. */
  prompts(accountReference: string): Promise<Prompt[]>;
  allPrompts(): Promise<Prompt[]>;
  requests(): Promise<Requests>;
  tokensIssued(): Promise<number>;
  settings(change: { loseCallbacks?: boolean; delayMs?: number }): Promise<void>;
};

export function viewProvider(url: string): ProviderView {
  const read = async (path: string) => (await fetch(`${url}${path}`)).json();
  const allPrompts = () => readProviderList<Prompt>(url, '/admin/prompts', 'prompts');
  const requests = async () => (await read('/admin/requests')) as Requests;
  return {
    magic: async () => ((await read('/admin/magic')) as { scenarios: Magic[] }).scenarios,
    allPrompts,
    prompts: async (reference) => (await allPrompts()).filter((prompt) => prompt.accountReference === reference),
    requests,
    tokensIssued: async () => (await requests()).counts['GET /oauth/v1/generate'] ?? 0,
    async settings(change) {
      const answer = await fetch(`${url}/admin/settings`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(change),
      });
      if (!answer.ok) throw new Error(`the simulator refused the settings: ${answer.status}`);
    },
  };
}
