import { getDeps } from '@/deps';
import { CataloguePage } from '@/features/catalogue/catalogue-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { getTranslator } from '@/i18n/server';

type Props = { params: TenantPageParams; searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = async () => ({ title: (await getTranslator('catalogue'))('title') });

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

export default async function ErrorCataloguePage({ params, searchParams }: Props) {
  await tenantPage(params, 'catalogue.read');
  const { q, family } = await searchParams;
  const { settings } = await getDeps();
  return <CataloguePage apiUrl={settings.publicBaseUrl} query={textOf(q) ?? ''} family={textOf(family)} />;
}
