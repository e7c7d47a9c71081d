import { StatusPage } from '@/features/shell/status-page';
import { getTranslator } from '@/i18n/server';

/** Nothing here, or nothing of yours: the two look the same. */
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
