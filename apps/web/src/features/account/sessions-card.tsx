'use client';

import { useQuery } from '@tanstack/react-query';
import { Badge, Button, Card, CardContent, CardFooter, CardHeader, Skeleton } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useErrorToast } from '@/features/shell/use-message-of';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { browserName } from './browser-name.ts';
import type { SessionRow } from './types.ts';

const shownMax = 5;

/** Where the person is signed in; each place can be ended from here. */
export function SessionsCard() {
  const t = useTranslations('account.sessions');
  const trpc = useTRPC();
  const sessions = useQuery(trpc.account.sessions.queryOptions());
  const onError = useErrorToast();
  const revoke = useChange(
    trpc.account.revokeSession.mutationOptions({ onSuccess: () => toast.success(t('revoked')), onError }),
  );
  const revokeOthers = useChange(
    trpc.account.revokeOtherSessions.mutationOptions({
      onSuccess: ({ revoked }) => toast.success(t('revokedOthers', { count: revoked })),
      onError,
    }),
  );
  const [isWhole, setWhole] = useState(false);
  const rows = sessions.data ?? [];
  const shown = isWhole ? rows : rows.slice(0, shownMax);
  return (
    <Card>
      <CardHeader
        title={t('title')}
        titleId="sessions-title"
        actions={
          rows.length > 1 && (
            <Button size="sm" isPending={revokeOthers.isPending} onClick={() => revokeOthers.mutate()}>
              {t('revokeOthers')}
            </Button>
          )
        }
      />
      {sessions.isError && (
        <CardContent>
          <FormError error={sessions.error} />
        </CardContent>
      )}
      {sessions.isPending && (
        <CardContent>
          <Skeleton className="h-9" />
        </CardContent>
      )}
      <ul aria-labelledby="sessions-title" className="divide-y">
        {shown.map((row) => (
          <SessionItem
            key={row.sessionId}
            row={row}
            isPending={revoke.isPending && revoke.variables.sessionId === row.sessionId}
            onRevoke={() => revoke.mutate({ sessionId: row.sessionId })}
          />
        ))}
      </ul>
      {shown.length < rows.length && (
        <CardFooter>
          <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
            {t('showAll', { count: rows.length })}
          </Button>
        </CardFooter>
      )}
    </Card>
  );
}

type ItemProps = { row: SessionRow; isPending: boolean; onRevoke: () => void };

function SessionItem({ row, isPending, onRevoke }: ItemProps) {
  const t = useTranslations('account.sessions');
  const named = browserName(row.userAgent);
  const browser = named ? t('on', named) : t('unknown');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {browser}
          {row.isCurrent && <Badge tone="success">{t('current')}</Badge>}
        </p>
        <p className="text-muted-foreground text-xs">
          {row.remoteIp && <span className="font-mono">{row.remoteIp} · </span>}
          {t('seen')} <Time value={row.lastSeenAt} /> · {t('since')} <Time value={row.createdAt} />
        </p>
      </div>
      {!row.isCurrent && (
        <Button size="sm" aria-label={t('revokeName', { browser })} isPending={isPending} onClick={onRevoke}>
          {t('revoke')}
        </Button>
      )}
    </li>
  );
}
