import { StatusPage } from '@/features/shell/status-page';
import { getTranslator } from '@/i18n/server';

export default async function TenantNotFound() {
  const t = await getTranslator('shell');
  return (
    <StatusPage
      title={t('missing.title')}
      description={t('missing.description')}
      href="/"
      action={t('missing.action')}
    />
  );
}
