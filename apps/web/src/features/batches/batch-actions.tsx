'use client';

import { batchNameMax } from '@tillgate/domain/batches/basics';
import { Button, Checkbox, Field, Input } from '@tillgate/ui';
import { Send } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useRequestKey } from '@/features/collect/use-request-key';
import { Confirmation } from '@/features/shell/confirmation';
import { tenantPath } from '@/features/shell/tenant';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { SendBatch } from './send-batch.tsx';
import type { BatchDetail } from './types.ts';

type Props = { batch: BatchDetail };

/** What the reader may do with a batch now. */
export function BatchActions({ batch }: Props) {
  const t = useTranslations('batches.send');
  const [isSending, setSending] = useState(false);
  const { may } = batch;
  return (
    <>
      {may.cancel && <CancelBatch batch={batch} />}
      {may.repeat > 0 && <CopyBatch batch={batch} what="all" count={may.repeat} />}
      {may.payAgain > 0 && <CopyBatch batch={batch} what="failed" count={may.payAgain} />}
      {may.pause && <PauseBatch batch={batch} />}
      {may.resume && <ResumeBatch batch={batch} />}
      {may.submit && (
        <Button variant="primary" icon={<Send aria-hidden="true" />} onClick={() => setSending(true)}>
          {t('open')}
        </Button>
      )}
      {isSending && <SendBatch batch={batch} onClose={() => setSending(false)} />}
    </>
  );
}

function PauseBatch({ batch: { batchId } }: Props) {
  const t = useTranslations('batches.pause');
  const tenant = useTenant();
  const pause = useChange(useTRPC().batches.pause.mutationOptions());
  return (
    <Confirmation
      trigger={<Button>{t('open')}</Button>}
      title={t('title')}
      summary={t('summary')}
      confirmLabel={t('open')}
      onConfirm={async () => {
        await pause.mutateAsync({ ...tenant, batchId });
        toast.success(t('done'));
      }}
    />
  );
}

function ResumeBatch({ batch: { batchId, pausedBecause } }: Props) {
  const t = useTranslations('batches');
  const tenant = useTenant();
  const resume = useChange(useTRPC().batches.resume.mutationOptions());
  const [ignoresFloat, setIgnoresFloat] = useState(false);
  return (
    <Confirmation
      trigger={<Button variant="primary">{t('resume.open')}</Button>}
      title={t('resume.title')}
      summary={t('resume.summary')}
      confirmLabel={t('resume.open')}
      onConfirm={async () => {
        await resume.mutateAsync({ ...tenant, batchId, ignoresFloat });
        toast.success(t('resume.done'));
      }}
    >
      {pausedBecause === 'float' && (
        <Checkbox label={t('send.ignoresFloat')} checked={ignoresFloat} onCheckedChange={setIgnoresFloat} />
      )}
    </Confirmation>
  );
}

function CancelBatch({ batch: { batchId } }: Props) {
  const t = useTranslations('batches.cancel');
  const tenant = useTenant();
  const cancel = useChange(useTRPC().batches.cancel.mutationOptions());
  return (
    <Confirmation
      tone="danger"
      trigger={<Button variant="danger-outline">{t('open')}</Button>}
      title={t('title')}
      summary={t('summary')}
      confirmLabel={t('open')}
      onConfirm={async () => {
        await cancel.mutateAsync({ ...tenant, batchId });
        toast.success(t('done'));
      }}
    />
  );
}

/** Makes a draft of rows of this batch, and opens it. */
function CopyBatch({ batch: { batchId, name: old }, what, count }: Props & { what: 'all' | 'failed'; count: number }) {
  const t = useTranslations('batches.copy');
  const router = useRouter();
  const tenant = useTenant();
  const { keyOf } = useRequestKey();
  const copy = useChange(useTRPC().batches.copy.mutationOptions());
  const [name, setName] = useState(old);
  return (
    <Confirmation
      trigger={<Button>{t(`${what}.open`, { count })}</Button>}
      title={t(`${what}.title`)}
      summary={t(`${what}.summary`, { count })}
      confirmLabel={t('submit')}
      isIncomplete={name.trim() === ''}
      onConfirm={async () => {
        const input = { batchId, what, name };
        const made = await copy.mutateAsync({ ...tenant, ...input, requestKey: keyOf(input) });
        toast.success(t('done'));
        router.push(tenantPath(tenant, `batches/${made.batchId}`));
      }}
    >
      <Field label={t('name')}>
        <Input
          value={name}
          maxLength={batchNameMax}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </Confirmation>
  );
}
