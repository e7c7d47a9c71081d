import type { ReactNode } from 'react';
import { Messages } from '@/i18n/messages';
import type { Namespace } from '@/i18n/namespaces';
import { getTranslator } from '@/i18n/server';
import { HydrateClient } from '@/trpc/server';

/** The title of a page in the language of the request: `export const generateMetadata = titled('payments')`. */
export const titled =
  (namespace: Namespace, key = 'title') =>
  async () => ({ title: (await getTranslator(namespace))(key) });

/** Hands a page to the browser, with the answers that were prefetched for it and the texts of some features. */
export function Page({ texts, children }: { texts: Namespace[]; children: ReactNode }) {
  return (
    <HydrateClient>
      <Messages of={texts}>{children}</Messages>
    </HydrateClient>
  );
}

/** The query of an address, as Next hands it over. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;
