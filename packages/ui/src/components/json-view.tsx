'use client';

import { useId, useMemo, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { useUiLabels } from '../lib/ui-provider.tsx';
import { CopyButton } from './copy-button.tsx';

/** Above this many lines colour costs more than it helps. */
const colouredLinesMax = 1_000;

/** Props of {@link JsonView}. */
interface JsonViewProps {
  /** Anything JSON; a string is read as JSON when it is, and shown as it came when not. */
  value: unknown;
  /** Names the region: "Raw callback". */
  label: string;
  /** Lines shown before "Show more". */
  collapsedLines?: number;
  copyLabel?: string;
  className?: string;
}

/** The text to show: two-space JSON, or what came when it is no JSON. */
export function prettyJson(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2) ?? String(value);
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}

const token = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function Line({ text }: { text: string }) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon] = match;
    const tone = colon ? 'text-info' : string ? 'text-success' : 'text-warning';
    parts.push(text.slice(end, match.index));
    parts.push(
      <span key={match.index} className={tone}>
        {colon ? string : whole}
      </span>,
      colon ?? '',
    );
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}

/** A JSON body to read and copy; long ones are folded. */
export function JsonView(props: JsonViewProps) {
  const { value, label, collapsedLines = 16, className } = props;
  const words = useUiLabels();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const text = useMemo(() => prettyJson(value), [value]);
  const lines = useMemo(() => text.split('\n'), [text]);
  const isLong = lines.length > collapsedLines;
  const shown = isLong && !isOpen ? lines.slice(0, collapsedLines) : lines;
  const isColoured = shown.length <= colouredLinesMax;
  return (
    <section aria-label={label} className={cn('relative min-w-0 rounded-lg border bg-muted', className)}>
      <CopyButton
        value={typeof value === 'string' ? value : text}
        label={props.copyLabel}
        className="absolute top-2 right-1.5 z-10"
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <pre id={id} tabIndex={0} className="overflow-x-auto rounded-lg p-3 pr-10 font-mono text-xs leading-5">
        <code>
          {isColoured
            ? shown.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
                <span key={index} className="block min-h-5">
                  <Line text={line} />
                </span>
              ))
            : shown.join('\n')}
        </code>
      </pre>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="w-full rounded-b-lg border-t px-3 py-1.5 text-left font-medium text-muted-foreground text-xs pointer-coarse:h-11 hover:bg-accent hover:text-foreground"
        >
          {isOpen ? words.showLess : `${words.showMore} (${lines.length - collapsedLines})`}
        </button>
      )}
    </section>
  );
}
