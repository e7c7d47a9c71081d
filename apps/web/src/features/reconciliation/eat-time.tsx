'use client';

const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
const zone = { timeZone: 'Africa/Nairobi' } as const;
const styles = {
  time: new Intl.DateTimeFormat('sv-SE', { ...zone, ...clock }),
  dayAndTime: new Intl.DateTimeFormat('sv-SE', {
    ...zone,
    ...clock,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }),
};

/** The clock of a statement: East Africa Time, whatever zone the reader prefers. */
export function EatTime({ value, format = 'time' }: { value: string; format?: keyof typeof styles }) {
  return (
    <time dateTime={value} className="whitespace-nowrap tabular-nums">
      {styles[format].format(new Date(value))}
    </time>
  );
}
