import { ReviewsPage } from '@/features/reviews/reviews-page';
import { titled } from '@/features/shell/page';
import { type TenantPageParams, tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';

export const generateMetadata = titled('reviews');

export default async function Reviews({ params }: { params: TenantPageParams }) {
  await tenantPage(params, 'reviews.read');
  return (
    <Messages of={['reviews', 'lists', 'actors']}>
      <ReviewsPage />
    </Messages>
  );
}
