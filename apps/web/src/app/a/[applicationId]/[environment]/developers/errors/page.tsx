import { getDeps } from '@/deps';
import { CataloguePage } from '@/features/catalogue/catalogue-page';
import { type SearchParams, titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';

type Props = { params: TenantPageParams; searchParams: SearchParams };

export const generateMetadata = titled('catalogue');

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

export default async function ErrorCataloguePage({ params, searchParams }: Props) {
  await tenantPage(params, 'catalogue.read');
  const { q, family } = await searchParams;
  const { settings } = await getDeps();
  return <CataloguePage apiUrl={settings.publicBaseUrl} query={textOf(q) ?? ''} family={textOf(family)} />;
}
