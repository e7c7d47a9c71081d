'use client';

import { Button, buttonVariants, EmptyState, PageHeader } from '@tillgate/ui';
import { Hand, Smartphone } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { Permitted } from '@/features/shell/permitted';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { HowItWorks, Messages } from './beside-phone.tsx';
import { Phone } from './phone.tsx';
import { useHandset } from './use-handset.ts';

/** A simulated phone: shows the prompts of this application's sandbox payments and lets people answer them. */
export function HandsetPage() {
  const t = useTranslations('handset');
  const tenant = useTenant();
  const actions = (
    <Permitted permission="payments.collect">
      <Link href={tenantPath(tenant, 'collect')} className={buttonVariants({ variant: 'primary' })}>
        <Hand aria-hidden="true" />
        {t('collect')}
      </Link>
    </Permitted>
  );
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title={t('title')} description={t('description')} actions={actions} />
      <Content />
    </div>
  );
}

function Content() {
  const t = useTranslations('handset');
  const tenant = useTenant();
  const { look, prompts, messages, answer, answering } = useHandset();
  if (look.isError && !look.data) return <LoadError query={look} />;
  if (look.data?.state === 'no_credentials') {
    const action = (
      <Link href={tenantPath(tenant, 'settings/credentials')} className={buttonVariants({ variant: 'primary' })}>
        {t('noCredentials.action')}
      </Link>
    );
    return (
      <EmptyState
        icon={<Smartphone />}
        title={t('noCredentials.title')}
        description={t('noCredentials.text')}
        action={action}
      />
    );
  }
  if (look.data?.state === 'no_simulator') {
    return (
      <EmptyState
        icon={<Smartphone />}
        title={t('noSimulator.title')}
        description={t('noSimulator.text')}
        action={<Button onClick={() => void look.refetch()}>{t('noSimulator.retry')}</Button>}
      />
    );
  }
  return (
    <>
      <FormError error={look.error} title={t('error')} />
      <FormError error={answering.error} />
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <Phone
          prompts={prompts}
          isLoading={look.isPending}
          isAnswering={answering.isPending}
          onAnswer={(prompt, chosen) => void answer(prompt, chosen).catch(() => undefined)}
        />
        <div className="flex max-w-xl flex-col gap-4">
          <Messages messages={messages} />
          <HowItWorks />
        </div>
      </div>
    </>
  );
}
