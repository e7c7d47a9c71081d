import { DomainError } from '@tillgate/domain';
import type { Handset, WaitingPrompt } from '@tillgate/domain/handset';
import { z } from 'zod';
import { webRefusals } from './refusals.ts';

/** The simulator is nearby, so a longer wait would look like a hanging page. */
const timeoutMs = 3_000;

const promptsSchema = z.object({
  prompts: z.array(
    z.object({
      checkoutRequestId: z.string(),
      phone: z.string(),
      amount: z.number(),
      accountReference: z.string(),
      transactionDesc: z.string(),
      scenario: z.string(),
      createdAt: z.string(),
    }),
  ),
});

const magicSchema = z.object({
  scenarios: z.array(
    z.object({
      slug: z.string(),
      phone: z.string(),
      amount: z.number(),
      group: z.enum(['result', 'transport']),
    }),
  ),
});

/** What the simulator calls a prompt of no table. */
const ordinary = 'ordinary';

/** The simulator's handset over its admin API, at the address of the sandbox provider. */
export function createHandset(sandboxUrl: string): Handset {
  const call = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
    ask(`${sandboxUrl}/admin/${path}`, method, body);
  return {
    async hold(holder, shortcode, seconds) {
      const { status, json } = await call('PUT', `holds/${encodeURIComponent(holder)}`, { shortcode, seconds });
      // Only our simulator knows this route. Any other server responds in another form.
      return status === 200 && typeof json === 'object' && json !== null && 'holds' in json;
    },
    async listWaiting(shortcode, limit) {
      const query = new URLSearchParams({ shortcode, state: 'waiting', limit: String(limit) });
      const { status, json } = await call('GET', `prompts?${query}`);
      const read = promptsSchema.safeParse(json);
      if (status !== 200 || !read.success) throw unreachable();
      return read.data.prompts.map(
        ({ transactionDesc: description, scenario, createdAt, ...prompt }): WaitingPrompt => ({
          ...prompt,
          description,
          scenario: scenario === ordinary ? null : scenario,
          createdAt: new Date(createdAt),
        }),
      );
    },
    async answer(checkoutRequestId, answer) {
      const { status } = await call('POST', `prompts/${encodeURIComponent(checkoutRequestId)}/answer`, { answer });
      if (status === 200) return 'answered';
      if (status === 409) return 'already_answered';
      if (status === 404) return 'gone';
      throw unreachable();
    },
    async release(holder, checkoutRequestId) {
      await call('POST', `holds/${encodeURIComponent(holder)}/releases`, { checkoutRequestId });
    },
    async listScenarios() {
      const read = magicSchema.safeParse((await call('GET', 'magic')).json);
      if (!read.success) return [];
      return read.data.scenarios.map(({ slug: name, group, ...scenario }) => ({
        name,
        ...scenario,
        kind: group === 'result' ? 'outcome' : 'fault',
      }));
    },
  };
}

async function ask(url: string, method: string, body: object | undefined): Promise<{ status: number; json: unknown }> {
  try {
    const response = await fetch(url, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, json: parse(text) };
  } catch {
    throw unreachable();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreachable(): DomainError {
  return new DomainError('unavailable', webRefusals.simulatorSilent);
}
