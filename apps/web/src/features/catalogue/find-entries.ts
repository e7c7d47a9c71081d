type Entry = {
  family: string;
  code: string;
  title: string;
  cause: string;
  fix: string | null;
  customerMessage: string;
};

/** The entries of a family that have every word of the query somewhere; those whose code is the query come first. */
export function findEntries<Found extends Entry>(
  entries: readonly Found[],
  query: string,
  family: string | undefined,
): Found[] {
  const text = query.trim().toLowerCase();
  const words = text.split(/\s+/).filter(Boolean);
  const fitting = entries.filter((entry) => {
    if (family && entry.family !== family) return false;
    const { code, title, cause, fix, customerMessage } = entry;
    const hay = [code, title, cause, fix, customerMessage].join(' ').toLowerCase();
    return words.every((word) => hay.includes(word));
  });
  const isExact = ({ code }: Found) => code.toLowerCase() === text;
  return [...fitting.filter(isExact), ...fitting.filter((entry) => !isExact(entry))];
}
