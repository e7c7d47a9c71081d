'use client';

import { useQuery } from '@tanstack/react-query';
import { PageHeader, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { useTRPC } from '@/trpc/client';
import { FactorCard } from './factor-card.tsx';
import { MailsCard } from './mails-card.tsx';
import { OrganizationsCard } from './organizations-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** The person's account: name, ways to sign in, sessions and organizations. */
export function AccountPage() {
  const t = useTranslations('account');
  const account = useQuery(useTRPC().account.get.queryOptions());
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('title')} description={t('description')} />
      {account.isError && <LoadError query={account} />}
      {account.isPending &&
        [64, 72, 28].map((height) => <Skeleton key={height} style={{ height: `${height * 4}px` }} />)}
      {account.data && (
        <>
          <ProfileCard account={account.data} />
          <PasswordCard account={account.data} />
          <FactorCard account={account.data} />
          <PasskeysCard account={account.data} />
          <MailsCard account={account.data} />
        </>
      )}
      <SessionsCard />
      <OrganizationsCard />
    </div>
  );
}
