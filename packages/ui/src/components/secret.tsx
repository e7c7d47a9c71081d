'use client';

import { Download } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { useUiLabels } from '../lib/ui-provider.tsx';
import { Button } from './button.tsx';
import { Callout } from './callout.tsx';
import { Checkbox } from './checkbox.tsx';
import { CopyButton } from './copy-button.tsx';

/** Props of {@link Secret}. */
interface SecretProps {
  value: string;
  /** What it is: "API key". */
  label: ReactNode;
  /** That it is shown only now, and what to do with it. */
  warning: ReactNode;
  /** Name of the downloaded text file. */
  fileName: string;
  /** "I have stored it". */
  storedLabel: ReactNode;
  /** Text of the button that closes. */
  doneLabel: string;
  onDone: () => void;
  className?: string;
}

function download(text: string, fileName: string) {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** Shows a secret the only time that it can be seen; done only after the reader says that it is stored. */
export function Secret(props: SecretProps) {
  const { value, label, warning, fileName, onDone } = props;
  const words = useUiLabels();
  const id = useId();
  const [isStored, setStored] = useState(false);
  return (
    <div className={cn('flex min-w-0 flex-col gap-3', props.className)}>
      <Callout tone="warning">{warning}</Callout>
      <div className="flex flex-col gap-1.5">
        <p id={id} className="font-medium text-sm">
          {label}
        </p>
        {/* biome-ignore lint/a11y/useSemanticElements: an output's text would be announced, a group's is read on demand */}
        <div role="group" aria-labelledby={id} className="rounded-md border bg-muted px-3 py-2">
          <code className="block select-all break-all font-mono text-sm">{value}</code>
        </div>
        <div className="flex flex-wrap gap-2">
          <CopyButton value={value} showLabel variant="secondary" />
          <Button icon={<Download aria-hidden="true" />} onClick={() => download(value, fileName)}>
            {words.download}
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-3">
        <Checkbox label={props.storedLabel} checked={isStored} onCheckedChange={setStored} />
        <Button variant="primary" disabled={!isStored} onClick={onDone}>
          {props.doneLabel}
        </Button>
      </div>
    </div>
  );
}
