import { z } from 'zod';
import { delayMaxMs } from './limits.ts';

const delayMs = z.number().int().min(0).max(delayMaxMs);

/** What `PUT /admin/settings` may change; fields left out keep their value, unknown fields are refused. */
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
});

/** Behaviour that can change while the simulator runs. Times in milliseconds. */
export type Settings = Required<z.infer<typeof settingsChange>>;

/** A repeated first push just works: nothing is locked, limited or lost unless somebody asks for it. */
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
};
