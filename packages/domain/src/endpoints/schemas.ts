import { Environment } from '@tillgate/db';
import { z } from 'zod';
import { idSchema, nameSchema, wholeNumber } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { allEventTypes } from '../outbox/index.ts';
import { concurrencyMax } from './endpoint.ts';
import { urlLengthMax } from './url.ts';

const ratePerSecondMax = 1000;
/** The next secret takes over after a week at the latest. */
const graceSecondsMax = 7 * 24 * 3600;
const graceSecondsDefault = 24 * 3600;

export const environmentSchema = z.enum(Environment, { error: issues.either({ values: 'sandbox or production' }) });
export const eventTypeSchema = z.enum(allEventTypes, { error: issues.oneOf({ values: allEventTypes.join(', ') }) });
export const momentSchema = z.date({ error: issues.date });

/** Optional tenant. With it, rows of another application or environment are not found. */
export const tenantFields = { applicationId: idSchema.optional(), environment: environmentSchema.optional() };
export const whichEndpoint = { endpointId: idSchema, ...tenantFields };

const url = z
  .string({ error: issues.text })
  .min(1, { error: issues.empty })
  .max(urlLengthMax, { error: issues.tooLong({ max: urlLengthMax }) })
  .meta({ description: 'Receives a signed POST for each event. https only.' });
const events = z.array(eventTypeSchema, { error: issues.list }).max(allEventTypes.length, { error: issues.repeated });
const concurrency = wholeNumber(1, concurrencyMax).meta({ description: 'Attempts that may be under way at once.' });
const ratePerSecond = wholeNumber(1, ratePerSecondMax)
  .nullable()
  .meta({ description: 'Attempts per second at most; null is no limit.' });

export const createEndpointInput = z.object({
  applicationId: z.string(),
  environment: z.enum(Environment),
  url,
  events: events
    .default([])
    .meta({ description: 'Event types to send; none means the six of the contract, and never an extra type.' }),
  description: nameSchema.nullable().default(null),
  concurrency: concurrency.default(4),
  ratePerSecond: ratePerSecond.default(null),
});
export type CreateEndpointInput = z.input<typeof createEndpointInput>;

/** Missing fields do not change. */
export const updateEndpointSchema = z.strictObject({
  ...whichEndpoint,
  url: url.optional(),
  events: events.optional(),
  description: nameSchema.nullable().optional(),
  concurrency: concurrency.optional(),
  ratePerSecond: ratePerSecond.optional(),
});
export type UpdateEndpointInput = z.input<typeof updateEndpointSchema>;

export const endpointSchema = z.strictObject(whichEndpoint);
export type EndpointInput = z.input<typeof endpointSchema>;

export const rotateSecretSchema = z.strictObject({
  ...whichEndpoint,
  graceSeconds: wholeNumber(0, graceSecondsMax)
    .default(graceSecondsDefault)
    .meta({ description: 'How long the current secret goes on signing; with 0 the new one takes over at once.' }),
});
export type RotateSecretInput = z.input<typeof rotateSecretSchema>;

export const testEndpointSchema = z.strictObject({
  ...whichEndpoint,
  type: eventTypeSchema.default('payment.success'),
});
export type TestEndpointInput = z.input<typeof testEndpointSchema>;
