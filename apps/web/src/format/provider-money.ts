/** Exact decimal text of the provider as money, with cents only where there are any: `KES 1,234` or `KES 1,234.50`. */
export function moneyText(decimal: string, currency = 'KES'): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal.trim());
  if (!match) return `${currency} ${decimal}`;
  const [, sign = '', whole = '0', fraction = ''] = match;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const cents = /^0*$/.test(fraction) ? '' : `.${fraction.padEnd(2, '0')}`;
  return `${currency} ${sign && '−'}${grouped}${cents}`;
}
