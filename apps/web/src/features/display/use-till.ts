'use client';

import { type ReactNode, useCallback, useState } from 'react';
import type { Account } from '@/features/collect/types';
import { readAmount } from '@/features/money/entry';
import { useMessageOf } from '@/features/shell/use-message-of';
import { fieldIssues } from '@/trpc/errors';
import { type KeptRequest, maskedOf, withKeptOrder, withoutRequest, withRequest } from './kept.ts';
import { useCounter, useKept } from './use-counter.ts';
import { offlineRefusal, useSend } from './use-send.ts';
import { type Asked, newCode, nothingTyped, openVisitOf, type Visit, withNext, withOrder, withVisit } from './visit.ts';

/** The till of one person: the customer at the counter, the requests before, and what the buttons do. */
export function useTill(person: string, account: Account | null) {
  const [counter, change] = useCounter(person);
  const [kept, changeKept] = useKept(person);
  const [form, setForm] = useState<{ asked: Asked; refusal?: ReactNode }>({ asked: nothingTyped });
  const messageOf = useMessageOf();
  const { way } = form.asked;

  const onOrdered = useCallback(
    (requestKey: string, orderId: string) => {
      change((before) => withOrder(before, requestKey, orderId));
      changeKept((before) => withKeptOrder(before, requestKey, orderId));
    },
    [change, changeKept],
  );
  const onRefused = useCallback(
    (asked: Visit, error: unknown) => {
      changeKept((before) => withoutRequest(before, asked.requestKey));
      change((before) =>
        before.visit?.requestKey === asked.requestKey ? withNext(before, false, Date.now()) : before,
      );
      setForm({ asked, refusal: Object.values(fieldIssues(error))[0] ?? messageOf(error) });
    },
    [change, changeKept, messageOf],
  );
  const { send, pressOf } = useSend({ onOrdered, onRefused });

  const next = useCallback(
    (isOpen: boolean) => {
      setForm({ asked: { ...nothingTyped, way } });
      change((before) => withNext(before, isOpen, Date.now()));
    },
    [change, way],
  );

  /** Keeps the visit before it is sent, so that a reload knows of it. */
  function begin(visit: Visit, isRepeated: boolean): undefined {
    changeKept((before) => withRequest(before, keptOf(visit), Date.now()));
    change((before) => withVisit(before, visit));
    send(visit, isRepeated);
  }

  return {
    counter,
    kept,
    changeKept,
    form,
    pressOf,
    onOrdered,
    next,
    /** @returns why nothing was sent */
    ask(asked: Asked): string | undefined {
      const open = counter && openVisitOf(counter, asked, Date.now());
      if (open) return void change((before) => withVisit(before, { ...open, isBack: true }));
      return offlineRefusal() ?? begin(newVisit(asked, person, account), false);
    },
    /** Another request for what the last one was about, which has ended. */
    askAgain: (visit: Visit) => offlineRefusal() ?? begin(newVisit(visit, person, account), false),
    /** The same request under the same key. */
    repeat: (visit: Visit) => offlineRefusal() ?? begin({ ...visit, askedAtMs: Date.now() }, true),
    /** An empty till: nothing was sent. */
    cancel({ requestKey }: Visit) {
      changeKept((before) => withoutRequest(before, requestKey));
      next(false);
    },
    /** The form again, with what was typed. A request from the list has no phone number to fill in. */
    edit(visit: Visit) {
      setForm({ asked: visit.isRecalled ? { ...visit, phone: '' } : visit });
      change((before) => withNext(before, false, Date.now()));
    },
    /** A request of the list, on the screen again. */
    recall(request: KeptRequest) {
      change((before) => {
        const left = before.left.find(({ requestKey }) => requestKey === request.requestKey);
        return withVisit(
          withNext(before, true, Date.now()),
          left ? { ...left, isBack: true } : recalled(request, person),
        );
      });
    },
  };
}

export type Till = ReturnType<typeof useTill>;

function newVisit({ way, amount, phone, reference }: Asked, person: string, account: Account | null): Visit {
  return {
    way,
    amount,
    phone: way === 'prompt' ? phone : '',
    reference: way === 'prompt' ? reference.trim() : '',
    person,
    requestKey: crypto.randomUUID(),
    // A till has no account number, so the payments of two codes look alike.
    code:
      way === 'qr' && account?.product === 'paybill' ? newCode(crypto.getRandomValues(new Uint8Array(8))) : undefined,
    askedAtMs: Date.now(),
  };
}

const keptOf = ({ requestKey, way, amount, phone, reference, code, askedAtMs }: Visit): KeptRequest => ({
  requestKey,
  way,
  amount: readAmount(amount) ?? 0,
  askedAtMs,
  phone: maskedOf(phone),
  reference: code ?? reference,
  state: 'unknown',
});

function recalled(
  { requestKey, orderId, way, amount, phone, reference, askedAtMs }: KeptRequest,
  person: string,
): Visit {
  return {
    requestKey,
    orderId,
    way,
    amount: String(amount),
    phone,
    person,
    askedAtMs,
    reference: way === 'prompt' ? reference : '',
    ...(way === 'qr' && reference && { code: reference }),
    isBack: true,
    isRecalled: true,
  };
}
