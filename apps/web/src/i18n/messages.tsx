import type { ReactNode } from 'react';
import { IntlScope } from './intl-scope.tsx';
import type { Namespace } from './namespaces.ts';
import { loadMessages, readPreferences } from './server.ts';

/**
 * Sends the texts of some features to the client components below: a page sends those it needs and no others.
 * `<Messages of={['payments']}>…</Messages>`, then `useTranslations('payments')`.
 */
export async function Messages({ of, children }: { of: Namespace[]; children: ReactNode }) {
  const { locale, timeZone } = await readPreferences();
  const messages = await loadMessages(locale, of);
  return (
    <IntlScope locale={locale} timeZone={timeZone} messages={messages}>
      {children}
    </IntlScope>
  );
}
