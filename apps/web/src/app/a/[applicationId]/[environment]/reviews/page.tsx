import { ReviewsPage } from '@/features/reviews/reviews-page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';

export async function generateMetadata() {
  return { title: (await getTranslator('reviews'))('title') };
}

export default async function Reviews({ params }: { params: TenantPageParams }) {
  await tenantPage(params, 'reviews.read');
  return (
    <Messages of={['reviews', 'lists', 'actors']}>
      <ReviewsPage />
    </Messages>
  );
}
