'use client';

import { SegmentedControl } from '@tillgate/ui';
import { ReceiptText, Search } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { problemOfAmount, readAmount } from '@/features/money/entry';
import { formatMoney, formatNumber } from '@/format';
import { BigButton } from './big-button.tsx';
import { BigField, ReferenceField } from './fields.tsx';
import { Keypad } from './keypad.tsx';
import { ToolButton } from './tool-button.tsx';
import { type Asked, nothingTyped, referenceMax } from './visit.ts';

type Props = {
  initial: Asked;
  /** Whether there are codes beside prompts. */
  hasCodes: boolean;
  /** Why the server refused the last one. */
  refusal: ReactNode;
  /** Returns why nothing was sent. */
  onAsk(asked: Asked): string | undefined;
  onRequests(): void;
  onFind(): void;
};

type Name = 'amount' | 'phone';
const lengthMax: Record<Name, number> = { amount: 6, phone: 13 };
const phoneDigitsMin = 9;

const spaced = (amount: string) => (readAmount(amount) === undefined ? amount : formatNumber(readAmount(amount) ?? 0));

/** What the cashier enters: how much, and whose phone. */
export function Entry({ initial, hasCodes, refusal: refusedBefore, onAsk, onRequests, onFind }: Props) {
  const t = useTranslations('display.entry');
  const [asked, setAsked] = useState(initial);
  const [active, setActive] = useState<Name>(refusedBefore && initial.phone ? 'phone' : 'amount');
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState(refusedBefore);
  const amountRef = useRef<HTMLInputElement>(null);
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
    else if (!wrong.reference) setRefusal(onAsk(asked));
  };
  const cancel = () => {
    setAsked({ ...nothingTyped, way: asked.way });
    setTried(false);
    setRefusal(undefined);
    // The button goes away with what was typed.
    amountRef.current?.focus();
  };
  const problem = wrong[field] ?? wrong.reference;
  return (
    <form
      onSubmit={submit}
      noValidate
      className="mx-auto grid w-full max-w-md flex-1 content-end gap-3 px-4 landscape:md:max-w-5xl landscape:md:grid-cols-2 landscape:md:content-center landscape:md:gap-10"
    >
      <div className="flex flex-col gap-2.5 landscape:md:justify-center">
        <div className="flex flex-wrap items-center gap-2">
          <h1 className="mr-auto font-semibold text-xl">{t('title')}</h1>
          <span className="flex gap-2">
            <ToolButton onClick={onRequests}>
              <ReceiptText aria-hidden="true" />
              {t('requests')}
            </ToolButton>
            <ToolButton onClick={onFind} aria-label={t('findLabel')}>
              <Search aria-hidden="true" />
              {t('find')}
            </ToolButton>
          </span>
        </div>
        {hasCodes && (
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
        )}
        <BigField
          ref={amountRef}
          label={t('amount')}
          placeholder="0"
          value={spaced(asked.amount)}
          isActive={field === 'amount'}
          onFocus={() => setActive('amount')}
          onText={(text) => set('amount', text)}
        />
        {asked.way === 'prompt' && (
          <>
            <BigField
              label={t('phone')}
              placeholder="07"
              value={asked.phone}
              isActive={field === 'phone'}
              onFocus={() => setActive('phone')}
              onText={(text) => set('phone', text)}
            />
            <ReferenceField
              label={t('reference')}
              hint={t('optional')}
              value={asked.reference}
              isWrong={wrong.reference !== undefined}
              onText={(reference) => setAsked((before) => ({ ...before, reference }))}
            />
          </>
        )}
      </div>
      <div className="flex flex-col gap-2.5">
        <Keypad
          onKey={(digits) => set(field, asked[field] + digits)}
          onErase={() => set(field, asked[field].slice(0, -1))}
        />
        <div className="sticky bottom-0 flex flex-col gap-2.5 bg-background pb-[max(1.25rem,env(safe-area-inset-bottom))]">
          <p role="alert" className="font-medium text-danger text-lg leading-tight empty:hidden">
            {isTried && problem ? t(problem, { max: referenceMax }) : refusal}
          </p>
          <div className="flex gap-2.5">
            {(asked.amount || asked.phone || asked.reference) && (
              <BigButton className="shrink-0 px-3" onClick={cancel}>
                {t('cancel')}
              </BigButton>
            )}
            <Go asked={asked} field={field} onPhone={() => setActive('phone')} />
          </div>
        </div>
      </div>
    </form>
  );
}

/** The next step, always in the same place: to the phone, then off it goes. */
function Go({ asked, field, onPhone }: { asked: Asked; field: Name; onPhone(): void }) {
  const t = useTranslations('display.entry');
  const amount = readAmount(asked.amount);
  const look = { look: 'primary', className: 'flex-1 px-3' } as const;
  if (asked.way === 'prompt' && field === 'amount' && asked.phone === '' && amount) {
    return (
      <BigButton {...look} onClick={onPhone}>
        {t('next')}
      </BigButton>
    );
  }
  const name = asked.way === 'qr' ? 'showCode' : 'ask';
  return (
    <BigButton type="submit" {...look}>
      {amount ? t(name, { amount: formatMoney(amount) }) : t(`${name}Nothing`)}
    </BigButton>
  );
}

type Problems = { [Field in Name]?: 'noAmount' | 'tooMuch' | 'noPhone' } & { reference?: 'longReference' };

function problemsOf({ way, amount, phone, reference }: Asked): Problems {
  const amountIs = problemOfAmount(amount) ?? (readAmount(amount) === undefined ? 'notWhole' : undefined);
  const isPrompt = way === 'prompt';
  return {
    amount: amountIs && (amountIs === 'tooLarge' ? 'tooMuch' : 'noAmount'),
    phone: isPrompt && phone.replace(/\D/g, '').length < phoneDigitsMin ? 'noPhone' : undefined,
    reference: isPrompt && [...reference.trim()].length > referenceMax ? 'longReference' : undefined,
  };
}
