import { ReviewPage } from '@/features/reviews/review-page';
import { Page, titled } from '@/features/shell/page';
import { tenantPage } from '@/features/shell/tenant-page';
import { prefetch, trpc } from '@/trpc/server';

type Params = Promise<{ applicationId: string; environment: string; reviewId: string }>;

export const generateMetadata = titled('reviews');

export default async function Review({ params }: { params: Params }) {
  const { tenant } = await tenantPage(params, 'reviews.read');
  const { reviewId } = await params;
  prefetch(trpc.reviews.get.queryOptions({ ...tenant, reviewId }));
  return (
    <Page texts={['reviews', 'actors', 'orders']}>
      <ReviewPage reviewId={reviewId} />
    </Page>
  );
}
