import { useStorageValue } from '@rspress/core/theme-original';
import { Children, isValidElement, type KeyboardEvent, type ReactNode, useId } from 'react';

type Props = { 'data-labels'?: string; children?: ReactNode };

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** One example in several languages. The language that is chosen holds for all examples and is remembered. */
export function ExampleTabs({ 'data-labels': text = '', children }: Props) {
  const labels = text.split(',');
  const blocks = Children.toArray(children).filter((child) => isValidElement(child));
  const [chosen, choose] = useStorageValue('tillgate.language', labels[0] ?? '');
  const current = Math.max(0, labels.indexOf(chosen));
  const id = useId();
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key];
    if (step === undefined) return;
    const next = (current + step + labels.length) % labels.length;
    choose(labels[next] ?? '');
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="examples">
      <div className="examples__labels" role="tablist" aria-label="Language" onKeyDown={move}>
        {labels.map((label, index) => (
          <button
            key={label}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === current}
            tabIndex={index === current ? 0 : -1}
            onClick={() => choose(label)}
          >
            {label}
          </button>
        ))}
      </div>
      {blocks.map((block, index) => (
        <div
          key={labels[index]}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== current}
        >
          {block}
        </div>
      ))}
    </div>
  );
}
