import { ReviewPage } from '@/features/reviews/review-page';
import { tenantPage } from '@/features/shell/tenant-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

type Params = Promise<{ applicationId: string; environment: string; reviewId: string }>;

export async function generateMetadata() {
  return { title: (await getTranslator('reviews'))('title') };
}

export default async function Review({ params }: { params: Params }) {
  const { tenant } = await tenantPage(params, 'reviews.read');
  const { reviewId } = await params;
  prefetch(trpc.reviews.get.queryOptions({ ...tenant, reviewId }));
  return (
    <HydrateClient>
      <Messages of={['reviews', 'actors', 'orders']}>
        <ReviewPage reviewId={reviewId} />
      </Messages>
    </HydrateClient>
  );
}
