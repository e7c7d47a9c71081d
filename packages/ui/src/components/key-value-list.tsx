import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { CopyButton } from './copy-button.tsx';

/** One fact of a {@link KeyValueList}. */
interface KeyValueItem {
  label: ReactNode;
  value: ReactNode;
  mono?: boolean;
  /** Puts a copy button beside the value; this text is what it copies. */
  copy?: string;
  /** Accessible name of that button. */
  copyLabel?: string;
  /** React key, when labels repeat. */
  key?: string;
}

/** Props of {@link KeyValueList}. */
export interface KeyValueListProps {
  /** Falsy entries are left out, so that conditions can stand inline. */
  items: readonly (KeyValueItem | false | null | undefined)[];
}

/** The facts of one record, as a description list. */
export function KeyValueList({ items }: KeyValueListProps) {
  const facts = items.filter((item) => Boolean(item)) as KeyValueItem[];
  return (
    <dl className="grid grid-cols-1">
      {facts.map((item, index) => (
        <div
          key={item.key ?? (typeof item.label === 'string' ? item.label : index)}
          className="grid min-h-9 grid-cols-[minmax(6rem,2fr)_minmax(0,3fr)] items-center gap-3 border-b py-1.5 text-sm last:border-b-0"
        >
          <dt className="min-w-0 text-muted-foreground">{item.label}</dt>
          <dd className="flex min-w-0 items-center gap-1">
            <span className={cn('min-w-0', item.mono ? 'break-all font-mono text-xs' : 'break-words')}>
              {item.value}
            </span>
            {item.copy && <CopyButton value={item.copy} label={item.copyLabel} className="-my-1 shrink-0" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
