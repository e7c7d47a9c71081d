import { getTranslator } from '@/i18n/server';
import { StatusPage } from './status-page.tsx';

/** The page for a role without the permission. `isWhole`: it is outside the dashboard's frame. */
export async function RefusedPage({ isWhole = false }: { isWhole?: boolean }) {
  const t = await getTranslator('shell');
  return (
    <StatusPage
      title={t('refused.title')}
      description={t('refused.description')}
      href="/"
      action={t('refused.action')}
      isWhole={isWhole}
    />
  );
}
