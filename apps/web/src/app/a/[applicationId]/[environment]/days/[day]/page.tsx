import { notFound } from 'next/navigation';
import { DayPage } from '@/features/closing/day-page';
import { Page } from '@/features/shell/page';
import { tenantPage } from '@/features/shell/tenant-page';
import { isDay } from '@/format/day-name';
import { getTranslator } from '@/i18n/server';
import { prefetch, trpc } from '@/trpc/server';

type Params = Promise<{ applicationId: string; environment: string; day: string }>;

export async function generateMetadata({ params }: { params: Params }) {
  const { day } = await params;
  return { title: (await getTranslator('closing'))('day.title', { day }) };
}

export default async function Day({ params }: { params: Params }) {
  const { tenant } = await tenantPage(params, 'days.read');
  const { day } = await params;
  if (!isDay(day)) notFound();
  prefetch(trpc.days.get.queryOptions({ ...tenant, day }));
  return (
    <Page texts={['closing', 'actors', 'reviews']}>
      <DayPage day={day} />
    </Page>
  );
}
