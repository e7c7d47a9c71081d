import { z } from 'zod';
import { issues } from '../../kernel/refusals.ts';
import { type AirtelAccount, addressOf } from '../../rails/index.ts';
import { applicationIssues } from '../refusals.ts';
import { type AccountRules, plainSecret } from './rules.ts';

const settings = z.strictObject({
  /** The portal's switch for message signing. */
  signs: z.boolean({ error: issues.boolean }).default(false),
  /** The version of the payout API. */
  payoutVersion: z.enum(['v1', 'v2'], { error: issues.either({ values: 'v1 or v2' }) }).default('v2'),
});

const [pinDigitsMin, pinDigitsMax] = [4, 12];
const keyLengthMax = 2_000;

/** An account at Airtel Money Kenya. The PIN is that of the wallet that pays out. */
export const airtel: AccountRules<AirtelAccount> = {
  number: z.string({ error: issues.text }).regex(/^[A-Za-z0-9]{3,20}$/, { error: applicationIssues.merchantCode }),
  settings,
  secrets: {
    clientId: plainSecret,
    clientSecret: plainSecret,
    callbackKey: plainSecret,
    pin: z
      .string({ error: issues.text })
      .regex(/^[0-9]{4,12}$/, { error: issues.digitsFrom({ min: pinDigitsMin, max: pinDigitsMax }) }),
    // As PEM, which has lines, or as base64.
    pinKey: z
      .string({ error: issues.text })
      .trim()
      .min(1, { error: issues.empty })
      .max(keyLengthMax, { error: issues.tooLong({ max: keyLengthMax }) })
      .regex(/^[A-Za-z0-9+/=\s-]+$/, { error: applicationIssues.publicKey }),
  },
  needed: ['clientId', 'clientSecret'],
  together: [['pin', 'pinKey']],
  withLines: ['pinKey'],
  purposes: {
    access: ['clientId', 'clientSecret'],
    notices: ['callbackKey'],
    signing: ['signs'],
    payouts: ['pin', 'pinKey', 'payoutVersion'],
  },
  client: 'clientId',
  read(row) {
    const { signs, payoutVersion: version } = settings.parse(row.settings);
    const { clientId = '', clientSecret = '', callbackKey = null, pin, pinKey: key } = row.secrets;
    return {
      rail: 'airtel',
      environment: row.environment,
      address: addressOf('airtel', row.number),
      number: row.number,
      clientId,
      clientSecret,
      callbackKey,
      signs,
      askedSince: row.askedSince,
      payout: pin !== undefined && key !== undefined ? { pin, key, version } : null,
    };
  },
};
