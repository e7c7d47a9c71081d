'use client';

import { useQuery } from '@tanstack/react-query';
import { EmptyState, Spinner } from '@tillgate/ui';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { Account } from '@/features/collect/types';
import { LoadError } from '@/features/shell/load-error';
import { useMessageOf } from '@/features/shell/use-message-of';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { Asking } from './asking.tsx';
import { Entry } from './entry.tsx';
import { PromptScreen } from './prompt-screen.tsx';
import { QrScreen } from './qr-screen.tsx';
import { Screen } from './screen.tsx';
import { useAwake } from './use-awake.ts';
import { useCounter } from './use-counter.ts';
import { type Asked, newReference, openVisitOf, type Visit, withNext, withVisit } from './visit.ts';

type Props = {
  /** Whose counter it is, as customers read it. */
  shop: string;
  /** The id of the cashier. */
  person: string;
};

/** A screen beside the till: the cashier asks, the customer sees how much and whether it is paid. */
export function DisplayPage({ shop, person }: Props) {
  const t = useTranslations('collect.noCredentials');
  const trpc = useTRPC();
  const tenant = useTenant();
  const account = useQuery(trpc.collect.account.queryOptions(tenant));
  useAwake();
  if (account.data?.account) return <Till shop={shop} person={person} account={account.data.account} />;
  return (
    <Screen shop={shop}>
      <div className="grid flex-1 place-items-center p-4">
        {account.isPending && <Spinner />}
        {account.isError && <LoadError query={account} />}
        {account.data && <EmptyState icon={<KeyRound />} title={t('title')} description={t('text')} />}
      </div>
    </Screen>
  );
}

const nobody: Asked = { way: 'prompt', amount: '', phone: '' };

function Till({ shop, person, account }: Props & { account: Account }) {
  const [counter, change] = useCounter(person);
  const [form, setForm] = useState<{ asked: Asked; refusal?: ReactNode }>({ asked: nobody });
  const messageOf = useMessageOf();
  const visit = counter?.visit;
  const { way } = form.asked;
  const next = useCallback(
    (isOpen: boolean) => {
      setForm({ asked: { ...nobody, way } });
      change((before) => withNext(before, isOpen, Date.now()));
    },
    [change, way],
  );
  const ordered = useCallback(
    (requestKey: string, orderId: string) =>
      change((before) =>
        before.visit?.requestKey === requestKey ? { ...before, visit: { ...before.visit, orderId } } : before,
      ),
    [change],
  );
  const refused = useCallback(
    (asked: Visit, error: unknown) => {
      const refusal = Object.values(fieldIssues(error))[0] ?? messageOf(error);
      setForm({ asked, refusal });
      change((before) => withNext(before, false, Date.now()));
    },
    [change, messageOf],
  );
  const done = useCallback(() => next(false), [next]);
  const ask = (asked: Asked) =>
    change((before) => {
      const open = openVisitOf(before, asked, Date.now());
      return withVisit(before, open ? { ...open, isBack: true } : newVisit(asked, person, account));
    });
  if (!counter) {
    return (
      <Screen shop={shop}>
        <div className="grid flex-1 place-items-center">
          <Spinner />
        </div>
      </Screen>
    );
  }
  if (!visit) {
    return (
      <Screen shop={shop}>
        <Entry initial={form.asked} refusal={form.refusal} onAsk={ask} />
      </Screen>
    );
  }
  const { orderId } = visit;
  if (orderId === undefined) {
    const again = () => change((before) => withVisit(before, { ...visit, askedAtMs: Date.now() }));
    return <Asking shop={shop} visit={visit} onOrdered={ordered} onRefused={refused} onAgain={again} onNext={next} />;
  }
  const askAgain = () => change((before) => withVisit(before, newVisit(visit, person, account)));
  const common = { key: orderId, shop, visit: { ...visit, orderId }, onAskAgain: askAgain };
  if (visit.way === 'qr') return <QrScreen {...common} account={account} onNext={done} />;
  const edit = () => {
    setForm({ asked: visit });
    change((before) => withNext(before, false, Date.now()));
  };
  return <PromptScreen {...common} onChange={edit} onNext={next} />;
}

function newVisit({ way, amount, phone }: Asked, person: string, { product }: Account): Visit {
  return {
    way,
    amount,
    phone: way === 'prompt' ? phone : '',
    person,
    requestKey: crypto.randomUUID(),
    // A till has no account number, so the payments of two codes look alike.
    reference:
      way === 'qr' && product === 'paybill' ? newReference(crypto.getRandomValues(new Uint8Array(8))) : undefined,
    askedAtMs: Date.now(),
  };
}
