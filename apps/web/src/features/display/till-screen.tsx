'use client';

import { Spinner } from '@tillgate/ui';
import { useCallback, useState } from 'react';
import type { Account } from '@/features/collect/types';
import { Asking } from './asking.tsx';
import { Entry } from './entry.tsx';
import { FindDialog } from './find-dialog.tsx';
import { PromptScreen } from './prompt-screen.tsx';
import { QrScreen } from './qr-screen.tsx';
import { RequestsDialog } from './requests-dialog.tsx';
import { Screen } from './screen.tsx';
import { useFollow } from './use-follow.ts';
import { type Till, useTill } from './use-till.ts';

/** `account`: whom codes are paid to. Without it, there are prompts alone. */
type Props = { shop: string; person: string; account: Account | null };

/** What the customer and the cashier see, and what the cashier looks up over it. */
export function TillScreen({ shop, person, account }: Props) {
  const till = useTill(person, account);
  const { kept, changeKept, counter } = till;
  const [isOpen, setOpen] = useState<'requests' | 'find'>();
  const close = () => setOpen(undefined);
  useFollow(kept, changeKept, isOpen === 'requests');
  return (
    <>
      <Current shop={shop} account={account} till={till} onOpen={setOpen} />
      {kept && isOpen === 'requests' && (
        <RequestsDialog
          kept={kept}
          onChange={changeKept}
          onClose={close}
          onRecall={(request) => {
            close();
            till.recall(request);
          }}
        />
      )}
      {isOpen === 'find' && <FindDialog visit={counter?.visit} onClose={close} />}
    </>
  );
}

type CurrentProps = {
  shop: string;
  account: Account | null;
  till: Till;
  onOpen(dialog: 'requests' | 'find'): void;
};

/** The customer at the counter, or the form for the next one. */
function Current({ shop, account, till, onOpen }: CurrentProps) {
  const { counter, form, next } = till;
  const done = useCallback(() => next(false), [next]);
  const leave = useCallback(() => next(true), [next]);
  const onFind = () => onOpen('find');
  if (!counter) {
    return (
      <Screen shop={shop}>
        <div className="grid flex-1 place-items-center">
          <Spinner />
        </div>
      </Screen>
    );
  }
  const { visit } = counter;
  if (!visit) {
    return (
      <Screen shop={shop}>
        <Entry
          initial={form.asked}
          hasCodes={account !== null}
          refusal={form.refusal}
          onAsk={till.ask}
          onRequests={() => onOpen('requests')}
          onFind={onFind}
        />
      </Screen>
    );
  }
  const { orderId } = visit;
  if (orderId === undefined) {
    return (
      <Asking
        key={visit.requestKey}
        shop={shop}
        visit={visit}
        press={till.pressOf(visit)}
        onOrdered={till.onOrdered}
        onRepeat={() => till.repeat(visit)}
        onCancel={() => till.cancel(visit)}
        onLeave={leave}
      />
    );
  }
  const ordered = { ...visit, orderId };
  const onAskAgain = () => till.askAgain(visit);
  const onChange = () => till.edit(visit);
  const common = { shop, visit: ordered, onAskAgain, onChange };
  if (visit.way === 'qr' && account) return <QrScreen {...common} key={orderId} account={account} onNext={done} />;
  return <PromptScreen {...common} key={orderId} onNext={next} onFind={onFind} />;
}
