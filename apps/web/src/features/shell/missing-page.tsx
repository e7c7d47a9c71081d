import { getTranslator } from '@/i18n/server';
import { StatusPage } from './status-page.tsx';

/** Says that there is no such page. `isWhole`: it stands outside of the dashboard's frame. */
export async function MissingPage({ isWhole = false }: { isWhole?: boolean }) {
  const t = await getTranslator('shell');
  return (
    <StatusPage
      title={t('missing.title')}
      description={t('missing.description')}
      href="/"
      action={t('missing.action')}
      isWhole={isWhole}
    />
  );
}
