export { formatMoney, formatNumber, formatShare } from './money.ts';
export { formatPhone, maskPhone } from './phone.ts';
export { Time } from './time.tsx';
export { timeText, waitText } from './time-text.ts';
export { usePreferences } from './use-preferences.ts';
