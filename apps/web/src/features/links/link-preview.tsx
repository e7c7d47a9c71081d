'use client';

import { samplePhone } from '@tillgate/domain/rails/labels';
import { cn } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { momentOf } from '@/features/lists/days';
import { readAmount } from '@/features/money/entry';
import { useRailsLabel } from '@/features/rails/use-networks';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, timeText, usePreferences } from '@/format';
import { type LinkDraft, readChoices } from './link-draft.ts';
import type { LinkForm } from './types.ts';

type Props = { draft: LinkDraft; form: LinkForm };

/** The colours of the page itself, which are the same in both themes of the dashboard. */
const soft = 'text-[#505d56]';
const box = 'flex min-h-12 w-full items-center rounded-lg border border-[#8a968f] bg-white px-3 py-2';

/** The page of a link as its payer sees it, 360 px wide. A picture: nothing in it can be pressed. */
export function LinkPreview({ draft, form }: Props) {
  const t = useTranslations('links.preview');
  const { environment } = useTenant();
  const networks = useRailsLabel(form.rails);
  const to = usePayee(form);
  const amount = draft.isOpen ? undefined : readAmount(draft.amount);
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="font-medium text-sm">{t('caption')}</figcaption>
      <div
        inert
        className="w-[360px] max-w-full rounded-xl border bg-[#f3f6f4] p-4 text-[#17211c] text-base leading-normal [overflow-wrap:anywhere]"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pb-3">
          <p className="font-semibold">{form.merchantName}</p>
          <p className="text-[#0a6640] underline">{t('other')}</p>
          {environment === 'sandbox' && (
            <p className="mt-1 w-full rounded-lg bg-[#fdf3d8] px-3 py-2 text-sm">{t('sandbox')}</p>
          )}
        </div>
        <div className="rounded-xl border border-[#e3e8e5] bg-white p-5">
          <p className={cn('mb-2 font-bold text-2xl leading-tight', !draft.title.trim() && soft)}>
            {draft.title.trim() || t('noTitle')}
          </p>
          <p className="mb-3">{t('payTo', { to })}</p>
          {draft.description.trim() && <p className="mb-3 whitespace-pre-line">{draft.description.trim()}</p>}
          {amount !== undefined && <p className="mb-3 font-bold text-3xl leading-tight">{formatMoney(amount)}</p>}
          <Until expires={draft.expires} />
          <PreviewFields draft={draft} form={form} />
          <p className="mb-3">
            {t('will', { networks, amount: amount === undefined ? t('yourAmount') : formatMoney(amount), to })}
          </p>
          <p className="flex min-h-12 items-center justify-center rounded-lg bg-[#0a6640] px-4 font-semibold text-white">
            {amount === undefined ? t('payAny') : t('pay', { amount: formatMoney(amount) })}
          </p>
          {draft.kind === 'once' && form.account?.product === 'paybill' && (
            <p className="mt-4 flex min-h-11 items-end border-[#e3e8e5] border-t font-semibold text-[#0a6640]">
              + {t('menu')}
            </p>
          )}
        </div>
        <p className={cn('pt-3 text-sm', soft)}>{t('pin', { networks })}</p>
      </div>
    </figure>
  );
}

/** Whom the page pays: the name, and the number at each network. */
function usePayee({ merchantName, places }: LinkForm): string {
  const t = useTranslations('links.preview');
  const said = places.map(({ kind, network, number }) => t(`place.${kind}`, { network, number }));
  return said.length === 0 ? merchantName : `${merchantName} (${said.join(t('or'))})`;
}

function Until({ expires }: { expires: string }) {
  const t = useTranslations('links.preview');
  const preferences = usePreferences();
  const until = momentOf(expires, preferences.timeZone);
  return until && <p className={cn('mb-3', soft)}>{`${t('until')} ${timeText(until, 'dateTime', preferences)}`}</p>;
}

function PreviewFields({ draft, form }: Props) {
  const t = useTranslations('links.preview');
  const networks = useRailsLabel(form.rails);
  const choices = draft.isOpen ? readChoices(draft.choices).filter((choice) => Number.isInteger(choice)) : [];
  return (
    <div className="flex flex-col gap-4 pb-4">
      {choices.length > 0 && (
        <Labelled label={t('amountChoose')}>
          {choices.map((choice, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: somebody may type one twice
            <Pick key={index}>{formatMoney(choice)}</Pick>
          ))}
          <Pick>{t('otherAmount')}</Pick>
        </Labelled>
      )}
      {draft.isOpen && choices.length === 0 && (
        <Labelled label={t('amount')}>
          <span className={box} />
        </Labelled>
      )}
      <Labelled label={t('phone', { networks })} hint={t('phoneHint', { sample: samplePhone(form.rails) })}>
        <span className={box}>{draft.kind === 'once' ? masked(draft.phone) : ''}</span>
      </Labelled>
      {draft.questions.map(({ label, required, kind, choices: answers }, index) => (
        <Labelled
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is its place
          key={index}
          label={`${label.trim() || '…'}${required ? '' : ` (${t('optional')})`}`}
        >
          <span className={cn(box, kind === 'choice' && soft)}>
            {kind === 'choice' && (answers.trim() ? t('choose') : '')}
          </span>
        </Labelled>
      ))}
    </div>
  );
}

function Labelled({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 font-semibold">{label}</p>
      {hint && <p className={cn('mb-1 text-sm', soft)}>{hint}</p>}
      {children}
    </div>
  );
}

function Pick({ children }: { children: ReactNode }) {
  return (
    <p className="flex min-h-11 items-center gap-2.5">
      <span className="size-5 shrink-0 rounded-full border border-[#8a968f] bg-white" />
      {children}
    </p>
  );
}

/** The page shows a number that is filled in like this: `0712 ••• 678`. */
function masked(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^254/, '0');
  return digits.length === 10 ? `${digits.slice(0, 4)} ••• ${digits.slice(-3)}` : phone.trim();
}
