const timePatterns = [
  // 20261015173012
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)$/,
  // 15.10.2026 17:30:12
  /^(?<day>\d\d)\.(?<month>\d\d)\.(?<year>\d{4}) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)$/,
];

/**
 * Converts a time of the provider to ISO 8601 with +03:00. The provider sends 14 digits, as number or text, or
 * `dd.MM.yyyy HH:mm:ss`, in Nairobi time. Returns null for anything else and for a day or hour that does not exist.
 */
export function isoTime(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  for (const form of timePatterns) {
    const { year, month, day, hour, minute, second } = form.exec(text)?.groups ?? {};
    if (year === undefined) continue;
    const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
    const time = new Date(`${local}Z`);
    // Date turns the 31st of a short month into a day of the next month.
    return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(local) ? `${local}+03:00` : null;
  }
  return null;
}
