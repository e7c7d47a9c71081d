/** Whole KES as text: `KES 1,234`. */
export function formatMoney(amount: number | bigint): string {
  return `KES ${formatNumber(amount)}`;
}

/** A whole number with commas, which English and Swahili share: `12,345`. */
export function formatNumber(value: number | bigint): string {
  const digits = (typeof value === 'bigint' ? value : Math.round(value))
    .toString()
    .replace('-', '')
    .replace(/\B(?=(\d{3})+$)/g, ',');
  return value < 0 ? `−${digits}` : digits;
}

/** A share between 0 and 1 as a percentage with one digit after the point: `97.3 %`. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1).replace(/\.0$/, '')}\u00a0%`;
}
