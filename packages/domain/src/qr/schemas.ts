import { z } from 'zod';
import { issues } from '../kernel/refusals.ts';
import { labelSchema } from '../kernel/texts.ts';

/** The provider's limit of one payment, KES: a code for more could never be paid. */
const amountMax = 250_000;
const labelMax = 64;
const sizePixelsMin = 50;
const sizePixelsMax = 1_000;
const sizePixelsDefault = '300';

/** Body of POST /qr-generate (spec 4.5). */
export const qrSchema = z.object({
  amount: z
    .number({ error: issues.kesOrFraction })
    .refine((amount) => amount > 0, { error: issues.notAboveZero, abort: true })
    .refine((amount) => amount <= amountMax, { error: issues.amountAtMost({ max: amountMax }) })
    .meta({ exclusiveMinimum: 0, maximum: amountMax, description: 'KES. Can have decimals.', examples: [100] }),
  refNo: labelSchema(labelMax).optional().meta({ description: 'The reference that the payer sees. Default: Payment.' }),
  merchantName: labelSchema(labelMax)
    .optional()
    .meta({ description: 'The name that the payer sees. Default: the name of the application.' }),
  trxCode: z
    .enum(['BG', 'PB', 'WA', 'SB', 'SM'], { error: issues.either({ values: 'BG, PB, WA, SB or SM' }) })
    .default('BG')
    .meta({
      description: 'BG Buy Goods (till), PB Pay Bill, WA Withdraw at Agent, SB Send to Business, SM Send Money.',
    }),
  cpi: z
    .string({ error: issues.digitsText })
    .regex(/^[0-9]{1,15}$/, { error: issues.digitsBetween({ min: 1, max: 15 }) })
    .optional()
    .meta({
      description: 'Who receives the money: till, paybill, agent or phone number. Default: your till or shortcode.',
    }),
  size: z
    .string({ error: issues.digitsText })
    .regex(/^[0-9]{1,4}$/, { error: issues.digitsText, abort: true })
    .refine((size) => Number(size) >= sizePixelsMin && Number(size) <= sizePixelsMax, {
      error: issues.pixelsBetween({ min: sizePixelsMin, max: sizePixelsMax }),
    })
    .default(sizePixelsDefault)
    .meta({
      pattern: '^(?:0{0,2}[5-9][0-9]|0?[1-9][0-9]{2}|1000)$',
      description: `Width and height of the image in pixels, ${sizePixelsMin} to ${sizePixelsMax}, as a string of digits.`,
      examples: [sizePixelsDefault],
    }),
});

export type QrInput = z.output<typeof qrSchema>;

/** The beginning of a name, as long as a label may be. */
export function fittingLabel(name: string): string {
  return [...name].slice(0, labelMax).join('').trim();
}
