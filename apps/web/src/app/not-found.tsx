import { StatusPage } from '@/features/shell/status-page';
import { getTranslator } from '@/i18n/server';

/** The page does not exist, or the person may not see it. Both show the same page. */
export default async function NotFound() {
  const t = await getTranslator('shell');
  return (
    <StatusPage
      title={t('missing.title')}
      description={t('missing.description')}
      href="/"
      action={t('missing.action')}
      isWhole
    />
  );
}
