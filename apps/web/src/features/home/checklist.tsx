'use client';

import type { Permission } from '@tillgate/domain';
import { samplePhone } from '@tillgate/domain/rails/labels';
import { buttonVariants, Callout, Card, CardHeader, CodeBlock, cn, Progress } from '@tillgate/ui';
import { Check, Circle } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl/react';
import { useFrame } from '@/features/shell/frame-context';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { toLocale } from '@/i18n/locale';
import { Readiness } from './readiness.tsx';
import { setupValues } from './setup-values.ts';
import type { Setup } from './types.ts';

type Step = Setup['steps'][number]['step'];

/** The page of each step and the permission that it needs. */
const places: Record<Step, { page: string; permission: Permission }> = {
  credentials: { page: 'settings/credentials', permission: 'credentials.write' },
  key: { page: 'developers/keys', permission: 'keys.write' },
  payment: { page: 'collect', permission: 'payments.collect' },
  endpoint: { page: 'developers/endpoints', permission: 'endpoints.write' },
  delivery: { page: 'developers/endpoints?test', permission: 'endpoints.write' },
};

/** The setup steps up to a payment that reaches the merchant's system, with their state. */
export function Checklist({ setup }: { setup: Setup }) {
  const t = useTranslations('home.setup');
  const done = setup.steps.filter(({ isDone }) => isDone).length;
  const all = setup.steps.length;
  const next = setup.steps.find(({ isDone }) => !isDone)?.step;
  const { environment } = useTenant();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <Card className="lg:col-span-2">
        <CardHeader
          title={t('title')}
          description={t(environment === 'sandbox' ? 'descriptionSandbox' : 'description')}
          actions={<span className="text-muted-foreground text-xs">{t('progress', { done, all })}</span>}
        />
        <Progress
          label={t('title')}
          value={done}
          max={all}
          valueText={t('progress', { done, all })}
          className="rounded-none"
        />
        <ol className="divide-y" aria-live="polite">
          {setup.steps.map(({ step, isDone }) => (
            <StepRow key={step} step={step} isDone={isDone} isNext={step === next} setup={setup} />
          ))}
        </ol>
      </Card>
      <Readiness steps={setup.readiness} apiUrl={setup.apiUrl} />
    </div>
  );
}

type RowProps = { step: Step; isDone: boolean; isNext: boolean; setup: Setup };

function StepRow({ step, isDone, isNext, setup }: RowProps) {
  const t = useTranslations('home.setup');
  const values = useSetupValues(setup);
  const tenant = useTenant();
  const hasSandboxText = step === 'payment' || step === 'credentials';
  const text =
    hasSandboxText && tenant.environment === 'sandbox' ? t(`${step}.textSandbox`, values) : t(`${step}.text`, values);
  return (
    <li className="flex gap-3 px-4 py-3" aria-current={isNext ? 'step' : undefined}>
      <span
        className={cn(
          'mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border',
          isDone && 'border-transparent bg-primary text-primary-foreground',
          !isDone && (isNext ? 'border-primary text-primary' : 'border-input'),
        )}
      >
        {isDone ? (
          <Check aria-hidden="true" className="size-3.5" />
        ) : (
          <Circle aria-hidden="true" className={cn('size-2', isNext ? 'fill-current' : 'opacity-0')} />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 font-medium text-sm">
          {t(`${step}.title`, values)}
          <span className="font-normal text-muted-foreground text-xs">{isDone ? t('done') : t('open')}</span>
        </p>
        {!isDone && <p className="mt-0.5 max-w-prose text-muted-foreground text-sm">{text}</p>}
        {!isDone && step === 'payment' && <CollectCommand setup={setup} />}
        {!isDone && <StepActions step={step} isNext={isNext} />}
      </div>
    </li>
  );
}

const useSetupValues = ({ rails }: Setup) => setupValues(rails, toLocale(useLocale()));

/** The shortest way from a terminal to a prompt. */
function CollectCommand({ setup: { apiUrl, rails } }: { setup: Setup }) {
  const t = useTranslations('home.setup.payment');
  const { environment } = useTenant();
  // Everybody may prompt this phone in the sandbox. In production the command fails until somebody names a phone.
  const phone = environment === 'sandbox' ? samplePhone(rails).replace(/^0/, '254').replaceAll(' ', '') : 'YOUR_PHONE';
  const command = [
    `curl -sS ${apiUrl}/collect \\`,
    `  -H "Authorization: Bearer $TILLGATE_KEY" -H 'Content-Type: application/json' \\`,
    `  -H "Idempotency-Key: $(date +%s)" -d '{"amount":10,"phone":"${phone}"}'`,
  ].join('\n');
  return <CodeBlock code={command} title={t('command')} label={t('command')} className="mt-2" />;
}

function StepActions({ step, isNext }: { step: Step; isNext: boolean }) {
  const t = useTranslations('home.setup');
  const tenant = useTenant();
  const { page, permission } = places[step];
  const mayDo = usePermission(permission);
  const hasHandset = usePermission('handset.use') && step === 'payment' && tenant.environment === 'sandbox';
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      {mayDo ? (
        <Link
          href={tenantPath(tenant, page)}
          className={buttonVariants({ size: 'sm', variant: isNext ? 'primary' : 'secondary' })}
        >
          {t(`${step}.action`)}
        </Link>
      ) : (
        <p className="text-muted-foreground text-xs">{t('ask')}</p>
      )}
      {hasHandset && (
        <Link href={tenantPath(tenant, 'handset')} className={buttonVariants({ size: 'sm' })}>
          {t('payment.handset')}
        </Link>
      )}
    </div>
  );
}

/** The steps of this member that are left once the application is in use. */
export function RemainingSteps({ setup }: { setup: Setup }) {
  const t = useTranslations('home.setup');
  const tenant = useTenant();
  const { permissions } = useFrame();
  const values = useSetupValues(setup);
  const steps = setup.steps.filter(({ step, isDone }) => !isDone && permissions.includes(places[step].permission));
  if (steps.length === 0) return null;
  return (
    <Callout tone="info" title={t('remaining')}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {steps.map(({ step }) => (
          <li key={step}>
            <Link href={tenantPath(tenant, places[step].page)} className="text-link underline underline-offset-2">
              {t(`${step}.title`, values)}
            </Link>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
