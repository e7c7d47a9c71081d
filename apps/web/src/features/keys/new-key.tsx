'use client';

import { CodeBlock, Secret } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { useTenant } from '@/features/shell/use-tenant';

/** A phone at which the simulator pays. */
const payingPhone = '254700070000';

type Props = { value: string; apiUrl?: string; onDone: () => void };

/** A key, the only time that it is seen, and a command to try it with. */
export function NewKey({ value, apiUrl, onDone }: Props) {
  const t = useTranslations('keys.created');
  const { environment } = useTenant();
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {apiUrl && (
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

/** In the sandbox a first payment; in production a question that moves nothing. */
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
