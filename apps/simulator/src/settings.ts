import { z } from 'zod';
import { delayMaxMs } from './limits.ts';

const delayMs = z.number().int().min(0).max(delayMaxMs);

/** The body of `PUT /admin/settings`. Omitted fields keep their value; unknown fields are rejected. */
export const settingsChange = z.strictObject({
  delayMs: delayMs.optional(),
  autoAnswer: z.boolean().optional(),
  subscriberLock: z.boolean().optional(),
  sameAmountRule: z.boolean().optional(),
  loseCallbacks: z.boolean().optional(),
  callbackDelayMs: delayMs.optional(),
  externalValidation: z.boolean().optional(),
  registerOnce: z.boolean().optional(),
  confirmStkPayments: z.boolean().optional(),
  confirmation: z.enum(['before', 'after']).optional(),
  checkCredential: z.boolean().optional(),
  oneToken: z.boolean().optional(),
});

/** Settings that can change while the simulator runs. Times in milliseconds. */
export type Settings = Required<z.infer<typeof settingsChange>>;

/** With the defaults nothing is locked, limited or lost, so that a first push succeeds and so does a repeat. */
export const defaultSettings: Settings = {
  delayMs: 2_000,
  autoAnswer: true,
  subscriberLock: false,
  sameAmountRule: false,
  loseCallbacks: false,
  callbackDelayMs: 0,
  externalValidation: true,
  registerOnce: false,
  confirmStkPayments: false,
  confirmation: 'after',
  checkCredential: false,
  oneToken: false,
};
