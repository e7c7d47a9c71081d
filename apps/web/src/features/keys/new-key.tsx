'use client';

import { Callout, CodeBlock, Secret } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import type { Scope } from './scopes.ts';

/** A phone at which the simulator pays. */
const payingPhone = '254700070000';

/** The scope that the command needs. */
const triedScope = { sandbox: 'collect', production: 'read' } as const;

/** `apiUrl` and `scopes` are absent for a key that is not new to its owner. */
type Props = { value: string; waits: KeyWait; apiUrl?: string; scopes?: Scope[]; onDone: () => void };

/** Why a new key cannot move money yet. */
export type KeyWait = { isHeld: boolean; moneyFrom: string | null };

/** A key, the only time that it is seen, and a command to try it with. */
export function NewKey({ value, waits, apiUrl, scopes, onDone }: Props) {
  const t = useTranslations('keys.created');
  const { environment } = useTenant();
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {waits.isHeld && <Callout tone="info">{t('waitsForPerson')}</Callout>}
      {waits.moneyFrom !== null && (
        <Callout tone="info">{t.rich('waitsUntil', { time: () => <Time value={waits.moneyFrom ?? ''} /> })}</Callout>
      )}
      {apiUrl && scopes?.includes(triedScope[environment]) && (
        <CodeBlock
          title={t(`try.${environment}`)}
          label={t('tryLabel')}
          code={commandFor(environment, apiUrl, value)}
        />
      )}
      <Secret
        value={value}
        label={t('label')}
        warning={t('warning')}
        fileName={`tillgate-${environment}-key.txt`}
        storedLabel={t('stored')}
        doneLabel={t('done')}
        onDone={onDone}
      />
    </div>
  );
}

/** An example call: a first payment in the sandbox, an inquiry in production. */
function commandFor(environment: 'sandbox' | 'production', apiUrl: string, key: string): string {
  if (environment === 'production') return `curl '${apiUrl}/payments?limit=1' \\\n  -H 'Authorization: Bearer ${key}'`;
  return [
    `curl ${apiUrl}/collect \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H "Idempotency-Key: $(date +%s)" \\`,
    `  -d '{"amount": 10, "phone": "${payingPhone}"}'`,
  ].join('\n');
}
