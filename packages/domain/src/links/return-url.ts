import { readUrl } from '../kernel/read-url.ts';
import type { Named } from '../kernel/refusals.ts';
import { linkIssues } from './refusals.ts';

/**
 * Why a page may not lead to this address, or undefined. The hosts are kept by people, so that a stolen API key cannot
 * lead payers away.
 */
export function returnUrlIssue(
  url: string | null | undefined,
  { returnHosts }: { returnHosts: readonly string[] },
): Named | undefined {
  if (url === undefined || url === null) return undefined;
  const host = readUrl(url)?.host;
  if (host === undefined) return linkIssues.returnUrlForm({ max: url.length });
  return returnHosts.includes(host) ? undefined : linkIssues.returnHost({ host });
}
