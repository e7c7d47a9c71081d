const defaultPrefix = '2547000';
const numberDigits = 5;

/** The phone that plays the row of that number: `70001` gives `254700070001`. */
export const magicPhone = (number: number, prefix: string = defaultPrefix): string =>
  `${prefix}${String(number).padStart(numberDigits, '0')}`;
