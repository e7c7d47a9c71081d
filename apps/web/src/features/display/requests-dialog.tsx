'use client';

import { Badge, Dialog, type Tone } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { formatMoney, Time } from '@/format';
import { isOpen, type Kept, type KeptRequest, type KeptState, shiftAt, shownMax, withNewShift } from './kept.ts';
import { ToolButton } from './tool-button.tsx';

const tones: Record<KeptState, Tone> = {
  unknown: 'warning',
  sending: 'info',
  waiting: 'info',
  unclear: 'warning',
  part: 'warning',
  paid: 'success',
  unpaid: 'danger',
  not_sent: 'neutral',
};

type Props = {
  kept: Kept;
  onChange(to: (kept: Kept) => Kept): void;
  onClose(): void;
  onRecall(request: KeptRequest): void;
};

/** The last requests of this screen, to come back to one, and what the shift has taken in. */
export function RequestsDialog({ kept, onChange, onClose, onRecall }: Props) {
  const t = useTranslations('display.requests');
  const shown = kept.requests.slice(0, shownMax);
  return (
    <Dialog title={t('title')} size="lg" onClose={onClose}>
      {shown.length === 0 && <p className="py-4 text-muted-foreground">{t('empty')}</p>}
      <ul className="flex flex-col divide-y">
        {shown.map((request) => (
          <li key={request.requestKey}>
            <Row request={request} onPress={() => onRecall(request)} />
          </li>
        ))}
      </ul>
      <ShiftTotal kept={kept} onChange={onChange} />
    </Dialog>
  );
}

function Row({ request, onPress }: { request: KeptRequest; onPress(): void }) {
  const t = useTranslations('display.requests');
  const { way, amount, phone, reference, askedAtMs, state, receipt } = request;
  const who = way === 'qr' ? t('code') : phone;
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex min-h-14 w-full items-center gap-3 rounded-md px-2 py-2 text-left hover:bg-accent"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold text-base">{formatMoney(amount)}</span>
        <span className="block truncate text-muted-foreground text-sm">
          {[who, reference, receipt].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="flex flex-col items-end gap-1">
        <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
        <Time
          value={new Date(askedAtMs).toISOString()}
          format={Date.now() - askedAtMs < 12 * 60 * 60_000 ? 'time' : 'dateTime'}
          className="text-muted-foreground text-sm"
        />
      </span>
    </button>
  );
}

/** Hidden until somebody asks: customers look at this screen, too. */
function ShiftTotal({ kept, onChange }: Pick<Props, 'kept' | 'onChange'>) {
  const t = useTranslations('display.shift');
  const [isShown, setShown] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const nowMs = Date.now();
  const { sinceMs, count, cents } = shiftAt(kept.shift, nowMs);
  const open = kept.requests.filter((request) => request.askedAtMs >= sinceMs && isOpen(request, nowMs)).length;
  const start = () => {
    if (isStarting) onChange((before) => withNewShift(before, Date.now()));
    setStarting(!isStarting);
  };
  return (
    <section aria-label={t('title')} className="mt-4 flex flex-col gap-3 border-t pt-4">
      <div aria-live="polite">
        {isShown && (
          <>
            <p className="text-muted-foreground text-sm">
              {t.rich('since', { time: () => <Time value={new Date(sinceMs).toISOString()} /> })}
            </p>
            <p className="font-semibold text-3xl tabular-nums">{formatMoney(cents / 100)}</p>
            <p>{t('count', { count })}</p>
            {open > 0 && <p className="text-warning">{t('open', { count: open })}</p>}
            <p className="text-muted-foreground text-sm">{t('what')}</p>
          </>
        )}
        {isStarting && <p className="mt-2 font-medium">{t('sure')}</p>}
      </div>
      <div className="grid auto-cols-fr gap-2 sm:grid-flow-col">
        <ToolButton aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'hide' : 'show')}
        </ToolButton>
        {isShown && <ToolButton onClick={start}>{t(isStarting ? 'confirm' : 'start')}</ToolButton>}
        {isShown && isStarting && <ToolButton onClick={() => setStarting(false)}>{t('keep')}</ToolButton>}
      </div>
    </section>
  );
}
