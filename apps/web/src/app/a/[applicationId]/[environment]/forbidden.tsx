import { StatusPage } from '@/features/shell/status-page';
import { getTranslator } from '@/i18n/server';

/** What a role sees of a page that it does not include. */
export default async function Forbidden() {
  const t = await getTranslator('shell');
  return (
    <StatusPage
      title={t('refused.title')}
      description={t('refused.description')}
      href="/"
      action={t('refused.action')}
    />
  );
}
