'use client';

import { CodeBlock, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { useRailText } from './use-rail-text.ts';

/** What people do in the portal of a network: the address to enter there, and the steps. */
export function PortalCard({ rail, hookUrl }: { rail: string; hookUrl: string | null }) {
  const t = useTranslations('credentials.networks');
  const say = useRailText(rail);
  return (
    <>
      <Panel as="h3" title={t('address')} description={say('address')}>
        {hookUrl === null ? (
          <p className="text-muted-foreground text-sm">{t('addressLater')}</p>
        ) : (
          <CodeBlock code={hookUrl} wrap />
        )}
      </Panel>
      <Panel as="h3" title={t('steps')}>
        <ol className="flex list-decimal flex-col gap-2 pl-5 text-sm marker:text-muted-foreground">
          {stepsOf(say).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Panel>
    </>
  );
}

/** Texts that are numbered from 1 on. */
function stepsOf(say: (key: string) => string | undefined): string[] {
  const steps: string[] = [];
  for (let step = say('steps.1'); step !== undefined; step = say(`steps.${steps.length + 1}`)) steps.push(step);
  return steps;
}
