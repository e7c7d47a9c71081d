import { eatTimestamp } from '../ids.ts';

const lettersOfAlphabet = 26;
const numberDigits = 5;
const numbersPerLetter = 10 ** numberDigits;

/** Makes receipts like `MP210603.1234.L06941` (fact 5). None repeats within 2.6 million. */
export const createReceiptSource = (now: () => number): (() => string) => {
  let count = 0;
  return () => {
    const stamp = String(eatTimestamp(now()));
    const letter = String.fromCharCode('A'.charCodeAt(0) + (Math.floor(count / numbersPerLetter) % lettersOfAlphabet));
    const number = String(count % numbersPerLetter).padStart(numberDigits, '0');
    count += 1;
    return `MP${stamp.slice(2, 8)}.${stamp.slice(8, 12)}.${letter}${number}`;
  };
};
