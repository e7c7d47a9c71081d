'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CodeBlock } from '@tillgate/ui';
import { Terminal } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { ListPage } from '@/features/lists/list-page';
import { useList } from '@/features/lists/use-list';
import { useRowHref } from '@/features/lists/use-row-href';
import { GuideLink } from '@/features/shell/guide-link';
import { onDemand } from '@/features/shell/on-demand';
import { useAddress } from '@/features/shell/use-address';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { BodiesChoice } from './bodies-choice.tsx';
import { requestList } from './filters.ts';
import { useRequestColumns } from './request-columns.tsx';
import { RequestFilters } from './request-filters.tsx';

const RequestSheet = onDemand(() => import('./request-sheet.tsx').then((part) => part.RequestSheet));

const refreshMs = 5_000;
const parameters = ['request'] as const;

/** The log of calls to the REST API. */
export function RequestsPage({ apiUrl }: { apiUrl: string }) {
  const t = useTranslations('requests');
  const trpc = useTRPC();
  const tenant = useTenant();
  const list = useList(requestList);
  const hrefOf = useRowHref('request');
  const [{ request: open }, setAddress] = useAddress(parameters);
  const columns = useRequestColumns();
  const command = `curl '${apiUrl}/payments?limit=1' \\\n  -H 'Authorization: Bearer <key>'`;
  const requests = useQuery(
    trpc.requests.list.queryOptions(
      { ...tenant, ...list.input },
      { placeholderData: keepPreviousData, refetchInterval: list.isAtTop && refreshMs },
    ),
  );
  return (
    <ListPage
      list={list}
      actions={<BodiesChoice />}
      filters={<RequestFilters list={list} />}
      query={requests}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => hrefOf(id)}
      openKey={open}
      nameOf={({ method, path, statusCode }) => `${method} ${path}, ${statusCode}`}
      columns={columns}
      icon={<Terminal />}
      emptyAction={
        <div className="flex flex-col items-center gap-3">
          <CodeBlock code={command} label={t('empty.command')} />
          <GuideLink apiUrl={apiUrl} page="quickstart" label={t('empty.guide')} />
        </div>
      }
    >
      {open && <RequestSheet requestId={open} onClose={() => setAddress({ request: null })} />}
    </ListPage>
  );
}
