import { AccountPage } from '@/features/account/account-page';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';
import { HydrateClient, prefetch, trpc } from '@/trpc/server';

export const generateMetadata = async () => ({ title: (await getTranslator('account'))('title') });

export default function Page() {
  prefetch(trpc.account.get.queryOptions());
  prefetch(trpc.account.sessions.queryOptions());
  prefetch(trpc.navigation.places.queryOptions());
  return (
    <HydrateClient>
      <Messages of={['account']}>
        <AccountPage />
      </Messages>
    </HydrateClient>
  );
}
