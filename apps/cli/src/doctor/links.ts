import type { Database } from '@tillgate/db';
import { checkLinkKey, createPayPages } from '@tillgate/domain/links';
import type { Env } from '../env.ts';
import { type Part, reasonOf } from './part.ts';
import { probe } from './probe.ts';

/** Examines payment links: whether their pages answer, and whether their addresses can be shown. */
export async function examineLinks(
  db: Database,
  { PAY_BASE_URL: baseUrl, LINK_KEY: key }: Pick<Env, 'PAY_BASE_URL' | 'LINK_KEY'>,
): Promise<Part> {
  const part = 'links' as const;
  try {
    const payPages = baseUrl === undefined || key === undefined ? undefined : createPayPages(baseUrl, key);
    const { count, foreign } = await checkLinkKey({ db }, payPages);
    if (baseUrl === undefined || !payPages) {
      const detail = 'PAY_BASE_URL and LINK_KEY are not set here';
      if (count === 0) return { part, ok: true, detail: `${detail}: there are no payment links.` };
      return { part, ok: false, detail: `${detail}, and there are open payment links. Set them as the API has them.` };
    }
    if (foreign > 0) {
      const detail = `${foreign} of the newest ${count} open links were made under another LINK_KEY. They still work, and nobody can be shown their address. Bring the old key back, or end them and make others.`;
      return { part, ok: false, detail };
    }
    const pages = await probe(`${baseUrl}/healthz`);
    if (pages.reached) return { part, ok: true, detail: `The payment pages at ${baseUrl} answer.` };
    return { part, ok: false, detail: `Check PAY_BASE_URL (${baseUrl}) and whether the process runs: ${pages.reason}` };
  } catch (error) {
    return { part, ok: false, detail: `The payment links could not be read: ${reasonOf(error)}` };
  }
}
