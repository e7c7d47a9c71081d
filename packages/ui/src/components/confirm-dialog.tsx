'use client';

import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useUiLabels } from '../lib/ui-provider.tsx';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogFooter,
  AlertDialogTrigger,
} from './alert-dialog.tsx';
import { Button } from './button.tsx';
import { Callout } from './callout.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { Textarea } from './textarea.tsx';

/** Props of {@link ConfirmDialog}. */
export interface ConfirmDialogProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The button that opens it, when `open` is not controlled. */
  trigger?: ReactNode;
  title: ReactNode;
  /** In plain words, what will happen: "Send KES 5,000 to 0712…678. This cannot be undone." */
  summary: ReactNode;
  /** More to weigh: figures, a list. */
  children?: ReactNode;
  tone?: 'default' | 'danger';
  confirmLabel: string;
  cancelLabel?: string;
  /** The words to type before the action is possible: exactly these, or others that `accepts` takes for them. */
  phrase?: { text: string; label: ReactNode; accepts?: (typed: string) => boolean };
  /** Asks why; `required` unless said otherwise. The text goes to `onConfirm`. */
  reason?: { label: ReactNode; description?: ReactNode; required?: boolean; maxLength?: number; error?: ReactNode };
  /** Something that `children` ask for is still missing, so the action is not possible yet. */
  isIncomplete?: boolean;
  /** Does it. The dialog waits, closes when done, and shows the error's message when it throws. */
  onConfirm: (input: { reason: string }) => unknown;
  /** Makes a text of what `onConfirm` threw. */
  errorText?: (error: unknown) => ReactNode;
}

const reasonLengthMax = 500;

function plainMessage(error: unknown): ReactNode {
  return error instanceof Error ? error.message : String(error);
}

/** What must be filled in has the focus first; with nothing to fill in, the way out has it. */
function focusFirstField(event: Event) {
  const field = (event.currentTarget as HTMLElement | null)?.querySelector<HTMLElement>('input, textarea');
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** Enter confirms from the reason too; a new line is Shift and Enter. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

type FormProps = ConfirmDialogProps & { close: () => void; isPending: boolean; setPending: (pending: boolean) => void };

/** Mounted with each opening, so that nothing typed before is left. */
function ConfirmForm({ close, isPending, setPending, ...props }: FormProps) {
  const { phrase, reason, onConfirm, errorText = plainMessage } = props;
  const words = useUiLabels();
  const [typed, setTyped] = useState('');
  const [why, setWhy] = useState('');
  const [error, setError] = useState<ReactNode>();
  const needsReason = reason !== undefined && reason.required !== false;
  const isReady =
    !props.isIncomplete &&
    (!phrase || typed.trim() === phrase.text || phrase.accepts?.(typed) === true) &&
    (!needsReason || why.trim() !== '');

  async function submit(event: FormEvent) {
    event.preventDefault();
    // A portal's events climb the React tree: a form around the trigger must not be sent too.
    event.stopPropagation();
    if (!isReady || isPending) return;
    setPending(true);
    setError(undefined);
    try {
      await onConfirm({ reason: why.trim() });
      close();
    } catch (thrown) {
      setError(errorText(thrown));
    } finally {
      setPending(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="mt-4 flex flex-col gap-4">
      {props.children}
      {reason && <ReasonField {...reason} isRequired={needsReason} value={why} onChange={setWhy} />}
      {phrase && (
        <Field label={phrase.label}>
          <Input
            mono
            value={typed}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      {error && (
        <Callout tone="danger" role="alert">
          {error}
        </Callout>
      )}
      <AlertDialogFooter className="mt-1">
        <AlertDialogCancel asChild>
          <Button disabled={isPending}>{props.cancelLabel ?? words.cancel}</Button>
        </AlertDialogCancel>
        <Button
          type="submit"
          variant={props.tone === 'danger' ? 'danger' : 'primary'}
          disabled={!isReady}
          isPending={isPending}
        >
          {props.confirmLabel}
        </Button>
      </AlertDialogFooter>
    </form>
  );
}

type ReasonFieldProps = NonNullable<ConfirmDialogProps['reason']> & {
  isRequired: boolean;
  value: string;
  onChange: (text: string) => void;
};

function ReasonField({ label, description, error, maxLength = reasonLengthMax, ...field }: ReasonFieldProps) {
  return (
    <Field label={label} description={description} error={error} required={field.isRequired}>
      <Textarea
        rows={2}
        value={field.value}
        maxLength={maxLength}
        onKeyDown={sendOnEnter}
        onChange={(event) => field.onChange(event.target.value)}
      />
    </Field>
  );
}

/** Asks once more before what cannot be undone or moves money. Enter confirms as soon as all that is asked is given. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [isOpenInside, setOpenInside] = useState(false);
  const [isPending, setPending] = useState(false);
  const isOpen = props.open ?? isOpenInside;
  const setOpen = (next: boolean) => {
    setOpenInside(next);
    props.onOpenChange?.(next);
  };
  return (
    <AlertDialog open={isOpen} onOpenChange={(next) => (isPending ? undefined : setOpen(next))}>
      {props.trigger && <AlertDialogTrigger asChild>{props.trigger}</AlertDialogTrigger>}
      <AlertDialogContent title={props.title} description={props.summary} onOpenAutoFocus={focusFirstField}>
        <ConfirmForm {...props} close={() => setOpen(false)} isPending={isPending} setPending={setPending} />
      </AlertDialogContent>
    </AlertDialog>
  );
}
