import { DomainError } from '@tillgate/domain';
import type { Handset, WaitingPrompt } from '@tillgate/domain/handset';
import { railNames } from '@tillgate/domain/rails/labels';
import { z } from 'zod';
import { webRefusals } from './refusals.ts';

/** The simulator is nearby, so a longer wait would look like a hanging page. */
const timeoutMs = 3_000;

const promptsSchema = z.object({
  prompts: z.array(
    z.object({
      rail: z.enum(railNames),
      id: z.string(),
      phone: z.string(),
      amount: z.number(),
      reference: z.string(),
      description: z.string().nullable(),
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

/** The simulator's handset over its API, at the address of the sandbox provider. */
export function createHandset(sandboxUrl: string): Handset {
  const call = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
    ask(`${sandboxUrl}/${path}`, method, body);
  return {
    async hold(holder, accounts, seconds) {
      const shortcode = accounts.find(({ payee }) => payee !== null)?.payee ?? null;
      const rails = accounts.filter(({ payee }) => payee === null).map(({ rail }) => rail);
      const held = { shortcode, rails, seconds };
      const { status, json } = await call('PUT', `admin/holds/${encodeURIComponent(holder)}`, held);
      // Only our simulator knows this route. Any other server responds in another form.
      return status === 200 && typeof json === 'object' && json !== null && 'holds' in json;
    },
    async listWaiting({ rail, payee }, limit) {
      const query = new URLSearchParams({ rail, state: 'waiting', limit: String(limit) });
      if (payee !== null) query.set('payee', payee);
      const { status, json } = await call('GET', `handset?${query}`);
      const read = promptsSchema.safeParse(json);
      if (status !== 200 || !read.success) throw unreachable();
      return read.data.prompts.map(
        ({ id: checkoutRequestId, reference: accountReference, scenario, createdAt, ...prompt }): WaitingPrompt => ({
          ...prompt,
          checkoutRequestId,
          accountReference,
          scenario: scenario === ordinary ? null : scenario,
          createdAt: new Date(createdAt),
        }),
      );
    },
    async answer(checkoutRequestId, answer) {
      const { status } = await call('POST', `handset/${encodeURIComponent(checkoutRequestId)}/answer`, { answer });
      if (status === 200) return 'answered';
      if (status === 409) return 'already_answered';
      if (status === 404) return 'gone';
      throw unreachable();
    },
    async release(holder, checkoutRequestId) {
      await call('POST', `admin/holds/${encodeURIComponent(holder)}/releases`, { checkoutRequestId });
    },
    async listScenarios() {
      const read = magicSchema.safeParse((await call('GET', 'admin/magic')).json);
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
