import { Panel } from '@tillgate/ui';
import type { ReactNode } from 'react';

/** The columns of a detail page: what the thing is, and beside it what happened to it. */
export function DetailColumns(props: { children: ReactNode; timelineTitle: string; timeline: ReactNode }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-4">{props.children}</div>
      <Panel title={props.timelineTitle}>{props.timeline}</Panel>
    </div>
  );
}
