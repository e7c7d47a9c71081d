/**
 * What a code says on its own, without the letters of a transaction.
 *
 * - `success`: it was done
 * - `in_process`: the request was taken, and nothing is known of its end
 * - `open`: money may have moved
 * - `failed`: it ended without money; without letters that proves nothing, as it may be about an earlier try
 * - `refused`: nothing was done
 * - `used_id`: the first request under this id decides
 * - `unknown_id`: the network knows no such id
 */
export type Meaning = 'success' | 'in_process' | 'open' | 'failed' | 'refused' | 'used_id' | 'unknown_id';

/** Some codes mean one of two things, which their message tells apart. */
type ByMessage = { pattern: RegExp; matched: Meaning; otherwise: Meaning };

const validation = /missing|mandatory|invalid|must be|should be|length/i;

const meanings: ReadonlyMap<string, Meaning | ByMessage> = new Map<string, Meaning | ByMessage>([
  // Collections. Zambia reads 002 and 003 as "in progress", so without letters they refuse nothing.
  ['DP00800001000', 'open'],
  ['DP00800001001', 'success'],
  ['DP00800001002', 'failed'],
  ['DP00800001003', 'failed'],
  ['DP00800001004', 'refused'],
  ['DP00800001005', { pattern: /msisdn not found/i, matched: 'refused', otherwise: 'failed' }],
  ['DP00800001006', 'in_process'],
  ['DP00800001007', 'failed'],
  ['DP00800001008', 'failed'],
  ['DP00800001009', 'failed'],
  ['DP00800001010', 'refused'],
  ['DP00800001024', 'failed'],
  ['DP00800001025', 'unknown_id'],
  ['DP00800001026', 'refused'],
  ['DP00800001029', 'failed'],
  // Payouts.
  ['DP00900001000', 'open'],
  ['DP00900001001', 'success'],
  ['DP00900001003', 'refused'],
  ['DP00900001004', 'refused'],
  ['DP00900001005', 'failed'],
  ['DP00900001006', 'in_process'],
  ['DP00900001007', 'refused'],
  ['DP00900001009', 'refused'],
  ['DP00900001010', 'refused'],
  ['DP00900001011', { pattern: /duplicate/i, matched: 'used_id', otherwise: 'open' }],
  ['DP00900001012', 'refused'],
  ['DP00900001013', { pattern: validation, matched: 'refused', otherwise: 'open' }],
  ['DP00900001014', 'open'],
  ['DP00900001015', 'unknown_id'],
  ['DP00900001016', 'refused'],
  ['DP00900001017', 'used_id'],
  ['DP00900001018', 'refused'],
  ['DP00900001019', 'refused'],
  // The gateway and the layer behind it.
  ['ROUTER001', 'refused'],
  ['ROUTER003', 'refused'],
  ['ROUTER005', 'refused'],
  ['ROUTER006', 'refused'],
  ['ROUTER007', 'refused'],
  ['ROUTER110', 'refused'],
  ['ROUTER112', 'refused'],
  ['ROUTER114', 'refused'],
  ['ROUTER115', 'refused'],
  ['ROUTER116', 'refused'],
  ['ROUTER117', 'open'],
  ['ROUTER119', 'refused'],
  ['ESB000001', 'open'],
  ['ESB000004', 'open'],
  ['ESB000008', { pattern: validation, matched: 'refused', otherwise: 'open' }],
  ['ESB000010', 'in_process'],
  ['ESB000011', 'failed'],
  ['ESB000014', 'open'],
  ['0000900', 'open'],
  ['ESB000033', 'refused'],
  ['ESB000034', 'refused'],
  ['ESB000035', 'refused'],
  ['ESB000036', 'refused'],
  ['ESB000039', 'refused'],
  ['ESB000041', 'used_id'],
  ['ESB000045', 'unknown_id'],
  ['invalid_token', 'refused'],
  ['invalid_client', 'refused'],
  ['DP02010001000', 'refused'],
  ['DP02200000002', 'unknown_id'],
  // A refund of a sister product.
  ['DP03520001001', 'success'],
]);

/** Every code that says something. */
export const knownCodes: readonly string[] = [...meanings.keys()];

/** What a code says with the message beside it; undefined when no known fact names it. */
export function meaningOf(code: string, message: string): Meaning | undefined {
  const meaning = meanings.get(code);
  if (typeof meaning !== 'object') return meaning;
  return meaning.pattern.test(message) ? meaning.matched : meaning.otherwise;
}
