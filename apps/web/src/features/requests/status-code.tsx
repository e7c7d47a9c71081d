import { Badge } from '@tillgate/ui';

function toneOf(status: number) {
  if (status < 300) return 'success';
  if (status < 400) return 'info';
  return status < 500 ? 'warning' : 'danger';
}

/** The HTTP status of an answer. */
export function StatusCode({ status }: { status: number }) {
  return (
    <Badge tone={toneOf(status)} className="font-mono">
      {status}
    </Badge>
  );
}
