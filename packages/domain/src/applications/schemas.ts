import { Environment, Product } from '@tillgate/db';
import { z } from 'zod';
import { idSchema, nameSchema } from '../kernel/input.ts';
import { readUrl } from '../kernel/read-url.ts';
import { issues } from '../kernel/refusals.ts';
import { emailSchema } from '../users/index.ts';
import { plainSecret } from './rails/index.ts';
import { applicationIssues } from './refusals.ts';

export const createApplicationSchema = z
  .strictObject({
    name: nameSchema,
    /** A user; the application goes to the oldest organization they own, or to a new one. */
    ownerEmail: emailSchema.optional(),
    organizationId: idSchema.optional(),
  })
  .refine((input) => (input.ownerEmail === undefined) !== (input.organizationId === undefined), {
    error: applicationIssues.ownerOrOrganization,
    path: ['ownerEmail'],
  });
export type CreateApplicationInput = z.input<typeof createApplicationSchema>;

export const renameApplicationSchema = z.strictObject({
  organizationId: idSchema,
  applicationId: idSchema,
  name: nameSchema,
});
export type RenameApplicationInput = z.input<typeof renameApplicationSchema>;

const numberSchema = z
  .string({ error: issues.text })
  .regex(/^[0-9]{5,7}$/, { error: issues.digitsFrom({ min: 5, max: 7 }) });

export const setProviderCredentialsSchema = z.strictObject({
  applicationId: idSchema,
  environment: z.enum(Environment, { error: issues.either({ values: 'sandbox or production' }) }),
  product: z.enum(Product, { error: issues.either({ values: 'paybill or till' }) }).optional(),
  /** Paybill number, or store (head office) number of a till. */
  shortcode: numberSchema.optional(),
  tillNumber: numberSchema.optional(),
  // The colon separates key and secret on the way to the provider.
  consumerKey: plainSecret.regex(/^[^:]*$/, { error: issues.colon }).optional(),
  consumerSecret: plainSecret.optional(),
  passkey: plainSecret.optional(),
  initiatorName: nameSchema.optional(),
  initiatorPassword: plainSecret.optional(),
});
export type SetProviderCredentialsInput = z.input<typeof setProviderCredentialsSchema>;

/** A number, behind the name of its network unless that is M-PESA. */
const addressSchema = z
  .string({ error: issues.text })
  .regex(/^([0-9]{5,7}|[a-z]+:[A-Za-z0-9]{3,20})$/, { error: applicationIssues.shortcodeForm });

export const releaseShortcodeSchema = z.strictObject({
  environment: z.enum(Environment, { error: issues.either({ values: 'sandbox or production' }) }),
  shortcode: addressSchema,
});
export type ReleaseShortcodeInput = z.input<typeof releaseShortcodeSchema>;

export const keepBodiesSchema = z.strictObject({ isOn: z.boolean({ error: issues.boolean }) });
export type KeepBodiesInput = z.input<typeof keepBodiesSchema>;

const returnHostsMax = 10;
/** Of a host name, with its port. */
const hostLengthMax = 259;

/** A host as browsers write it: the way back of a link is compared with it character by character. */
const hostSchema = z
  .string({ error: issues.text })
  .max(hostLengthMax, { error: applicationIssues.hostForm })
  .refine((host) => /^[a-z0-9]+(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)*(?::[1-9][0-9]{0,4})?$/.test(host), {
    error: applicationIssues.hostForm,
    abort: true,
  })
  .refine((host) => readUrl(`https://${host}/`)?.host === host, { error: applicationIssues.hostForm });

export const setReturnHostsSchema = z.strictObject({
  hosts: z
    .array(hostSchema)
    .max(returnHostsMax, { error: applicationIssues.tooManyHosts({ max: returnHostsMax }) })
    .refine((hosts) => new Set(hosts).size === hosts.length, { error: applicationIssues.hostTwice }),
});
export type SetReturnHostsInput = z.input<typeof setReturnHostsSchema>;
