'use client';

import { Button, Card, CardContent, CardHeader } from '@tillgate/ui';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { newRequestKey } from '@/features/orders/request-key';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { ClearDialog } from './clear-dialog.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import type { ReviewDetail, Step } from './types.ts';

/** The steps that a dialog asks more about. */
type Asked = Exclude<Step, 'ask_again' | 'ask_receipt'>;
type Permission = Parameters<typeof usePermission>[0];

const permissions: Record<Step, Permission> = {
  ask_again: 'reviews.work',
  ask_receipt: 'inquiries.ask',
  decide_confirmation: 'reviews.resolve',
  link: 'reviews.resolve',
  resolve_paid: 'reviews.resolve',
  resolve_not_paid: 'reviews.resolve',
  clear: 'reviews.work',
};

/** What the person can safely do about the review, the step to try first in front. */
export function ReviewSteps({ detail }: { detail: ReviewDetail }) {
  const t = useTranslations('reviews.steps');
  const [asked, setAsked] = useState<Asked>();
  const may: Partial<Record<Permission, boolean>> = {
    'reviews.work': usePermission('reviews.work'),
    'reviews.resolve': usePermission('reviews.resolve'),
    'inquiries.ask': usePermission('inquiries.ask'),
  };
  // A second resolution would be refused while the first one waits.
  const isOpen = (step: Step) => !(detail.pendingOrder && step.startsWith('resolve'));
  const steps = detail.steps.filter((step) => may[permissions[step]] && isOpen(step));
  if (steps.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('title')} description={steps.length > 1 && t('more')} />
      <CardContent className="flex flex-col gap-4">
        {steps.map((step) => (
          <StepRow key={step} step={step} detail={detail} onAsk={setAsked} />
        ))}
      </CardContent>
      {asked && <StepDialog step={asked} detail={detail} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

function StepRow({ step, detail, onAsk }: { step: Step; detail: ReviewDetail; onAsk: (step: Asked) => void }) {
  if (step === 'ask_again') return <AskAgain reviewId={detail.review.reviewId} />;
  if (step === 'ask_receipt') return <AskReceipt receipt={detail.subject?.receipt ?? ''} />;
  return <StepButton step={step} onClick={() => onAsk(step)} />;
}

type StepButtonProps = { step: Step; onClick: () => void; isPending?: boolean; children?: ReactNode };

function StepButton({ step, onClick, isPending = false, children }: StepButtonProps) {
  const t = useTranslations('reviews.steps');
  return (
    <div className="flex flex-col items-start gap-1.5">
      <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <p className="min-w-0 flex-1 basis-64 text-muted-foreground text-sm">{t(`${step}.more`)}</p>
        <Button onClick={onClick} isPending={isPending}>
          {t(`${step}.label`)}
        </Button>
      </div>
      {children}
    </div>
  );
}

function AskAgain({ reviewId }: { reviewId: string }) {
  const t = useTranslations('reviews.steps');
  const tenant = useTenant();
  const ask = useChange(useTRPC().reviews.askAgain.mutationOptions({ onSuccess: () => toast.success(t('asked')) }));
  return (
    <StepButton step="ask_again" isPending={ask.isPending} onClick={() => ask.mutate({ ...tenant, reviewId })}>
      <FormError error={ask.error} />
    </StepButton>
  );
}

/** Asks through an order. The answer appears among the inquiries of the evidence. */
function AskReceipt({ receipt }: { receipt: string }) {
  const t = useTranslations('reviews.steps');
  const tenant = useTenant();
  const ask = useChange(useTRPC().inquiries.askStatus.mutationOptions({ onSuccess: () => toast.success(t('asked')) }));
  const input = { ...tenant, transactionId: receipt, requestKey: newRequestKey() };
  return (
    <StepButton step="ask_receipt" isPending={ask.isPending} onClick={() => ask.mutate(input)}>
      <FormError error={ask.error} />
    </StepButton>
  );
}

function StepDialog({ step, detail, onClose }: { step: Asked; detail: ReviewDetail; onClose: () => void }) {
  switch (step) {
    case 'clear':
      return <ClearDialog detail={detail} onClose={onClose} />;
    case 'decide_confirmation':
      return <DecideDialog detail={detail} onClose={onClose} />;
    case 'link':
      return <LinkDialog detail={detail} onClose={onClose} />;
    case 'resolve_paid':
      return <ResolveDialog detail={detail} resolution="paid" onClose={onClose} />;
    case 'resolve_not_paid':
      return <ResolveDialog detail={detail} resolution="not_paid" onClose={onClose} />;
  }
}
