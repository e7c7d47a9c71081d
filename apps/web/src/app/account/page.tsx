import { AccountPage } from '@/features/account/account-page';
import { Page, titled } from '@/features/shell/page';
import { prefetch, trpc } from '@/trpc/server';

export const generateMetadata = titled('account');

export default function Account() {
  prefetch(trpc.account.get.queryOptions());
  prefetch(trpc.account.sessions.queryOptions());
  prefetch(trpc.navigation.places.queryOptions());
  return (
    <Page texts={['account']}>
      <AccountPage />
    </Page>
  );
}
