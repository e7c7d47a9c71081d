'use client';

import { cn, SegmentedControl } from '@tillgate/ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { problemOfAmount, readAmount } from '@/features/money/entry';
import { formatMoney, formatNumber } from '@/format';
import { BigButton } from './big-button.tsx';
import { Keypad } from './keypad.tsx';
import type { Asked } from './visit.ts';

type Props = {
  initial: Asked;
  /** Why the server refused the last one. */
  refusal: ReactNode;
  onAsk(asked: Asked): void;
};

type Name = 'amount' | 'phone';
const lengthMax: Record<Name, number> = { amount: 6, phone: 13 };
const phoneDigitsMin = 9;

const spaced = (amount: string) => (readAmount(amount) === undefined ? amount : formatNumber(readAmount(amount) ?? 0));

/** What the cashier enters: how much, and whose phone. */
export function Entry({ initial, refusal, onAsk }: Props) {
  const t = useTranslations('display.entry');
  const [asked, setAsked] = useState(initial);
  const [active, setActive] = useState<Name>(refusal && initial.phone ? 'phone' : 'amount');
  const [isTried, setTried] = useState(false);
  const field = asked.way === 'qr' ? 'amount' : active;
  const wrong = problemsOf(asked);
  const set = (name: Name, text: string) => {
    const kept = text.replace(name === 'amount' ? /\D/g : /[^\d+ ]/g, '').slice(0, lengthMax[name]);
    setAsked((before) => ({ ...before, [name]: name === 'amount' ? kept.replace(/^0+/, '') : kept }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong.amount || wrong.phone) setActive(wrong.amount ? 'amount' : 'phone');
    else onAsk(asked);
  };
  const problem = wrong[field] && t(wrong[field]);
  return (
    <form
      onSubmit={submit}
      noValidate
      className="mx-auto grid w-full max-w-md flex-1 content-end gap-4 px-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] landscape:md:max-w-5xl landscape:md:grid-cols-2 landscape:md:content-center landscape:md:gap-10"
    >
      <div className="flex flex-col gap-3 landscape:md:justify-center">
        <h1 className="font-semibold text-2xl">{t('title')}</h1>
        <SegmentedControl
          label={t('way')}
          value={asked.way}
          onValueChange={(way) => setAsked((before) => ({ ...before, way }))}
          options={[
            { value: 'prompt', label: <span className="text-lg">{t('prompt')}</span> },
            { value: 'qr', label: <span className="text-lg">{t('qr')}</span> },
          ]}
          className="self-start [&_label]:min-h-12 "
        />
        <Big
          name="amount"
          label={t('amount')}
          value={spaced(asked.amount)}
          isActive={field === 'amount'}
          onFocus={setActive}
          onText={set}
        />
        {asked.way === 'prompt' && (
          <Big
            name="phone"
            label={t('phone')}
            value={asked.phone}
            isActive={field === 'phone'}
            onFocus={setActive}
            onText={set}
          />
        )}
        <p role="alert" className="min-h-7 text-danger text-lg empty:landscape:hidden">
          {isTried && problem ? problem : refusal}
        </p>
      </div>
      <div className="flex flex-col gap-3">
        <Keypad
          onKey={(digits) => set(field, asked[field] + digits)}
          onErase={() => set(field, asked[field].slice(0, -1))}
        />
        <Go asked={asked} field={field} onPhone={() => setActive('phone')} />
      </div>
    </form>
  );
}

/** The next step, always in the same place: to the phone, then off it goes. */
function Go({ asked, field, onPhone }: { asked: Asked; field: Name; onPhone(): void }) {
  const t = useTranslations('display.entry');
  const amount = readAmount(asked.amount);
  if (asked.way === 'prompt' && field === 'amount' && asked.phone === '' && amount) {
    return (
      <BigButton look="primary" onClick={onPhone}>
        {t('next')}
      </BigButton>
    );
  }
  const name = asked.way === 'qr' ? 'showCode' : 'ask';
  return (
    <BigButton type="submit" look="primary">
      {amount ? t(name, { amount: formatMoney(amount) }) : t(`${name}Nothing`)}
    </BigButton>
  );
}

type BigProps = {
  name: Name;
  label: string;
  value: string;
  isActive: boolean;
  onFocus(name: Name): void;
  onText(name: Name, text: string): void;
};

function Big({ name, label, value, isActive, onFocus, onText }: BigProps) {
  return (
    <label
      className={cn(
        'flex flex-col gap-1 rounded-xl border-2 bg-card px-4 py-2',
        isActive ? 'border-ring' : 'border-border',
      )}
    >
      <span className="text-base text-muted-foreground">{label}</span>
      <input
        inputMode="none"
        autoComplete="off"
        placeholder={name === 'amount' ? '0' : '07'}
        value={value}
        onFocus={() => onFocus(name)}
        onChange={({ target }) => onText(name, target.value)}
        className="w-full bg-transparent font-semibold text-4xl outline-none"
      />
    </label>
  );
}

function problemsOf({ way, amount, phone }: Asked): { [Field in Name]?: 'noAmount' | 'tooMuch' | 'noPhone' } {
  const amountIs = problemOfAmount(amount) ?? (readAmount(amount) === undefined ? 'notWhole' : undefined);
  return {
    amount: amountIs && (amountIs === 'tooLarge' ? 'tooMuch' : 'noAmount'),
    phone: way === 'prompt' && phone.replace(/\D/g, '').length < phoneDigitsMin ? 'noPhone' : undefined,
  };
}
