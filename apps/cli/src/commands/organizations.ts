import { invalidInput, plainIssue } from '@tillgate/domain';
import { createApplication, listShortcodes, releaseShortcode } from '@tillgate/domain/applications';
import {
  allowLinks,
  liftSignInRequirement,
  listOrganizations,
  resumeOrganization,
  suspendOrganization,
} from '@tillgate/domain/organizations';
import { group, operatorCommand } from '../command.ts';
import { flag, optional, required } from '../fields.ts';
import { app, env, organizationId } from '../options.ts';
import { moment, table } from '../table.ts';

export const organizations = group(
  'organization',
  'organizations of merchants',
  operatorCommand('list', {
    about: 'list organizations, the newest first, with the ids of their applications',
    verb: listOrganizations,
    json: (rows) => ({
      organizations: rows.map((row) => ({
        ...row,
        createdAt: moment(row.createdAt),
        suspendedAt: row.suspendedAt && moment(row.suspendedAt),
        linksAllowedAt: row.linksAllowedAt && moment(row.linksAllowedAt),
      })),
    }),
    text: (rows) =>
      rows.length === 0
        ? 'There is no organization yet.'
        : table(
            ['ORGANIZATION', 'NAME', 'MEMBERS', 'SINCE', 'SUSPENDED', 'APPLICATIONS'],
            rows.map((row) => [
              row.organizationId,
              row.name,
              String(row.members),
              moment(row.createdAt),
              row.suspendedAt ? moment(row.suspendedAt) : '',
              row.applications.map(({ applicationId, name }) => `${name} (${applicationId})`).join(', '),
            ]),
          ),
  }),
  operatorCommand('links', {
    about: 'let an organization take real money on payment links, or take that back; one organization alone may always',
    options: {
      organizationId,
      allow: flag('--allow', 'let it take real money').conflicting('withdraw'),
      withdraw: flag('--withdraw', 'take that back: its pages say that they are not available'),
      name: optional('--name <name>', 'what payers read on its pages; needed the first time'),
    },
    verb: (ctx, { organizationId, allow, withdraw, name }) => {
      if (!allow && !withdraw) throw invalidInput(plainIssue('', 'say --allow or --withdraw'));
      return allowLinks(ctx, { organizationId, isAllowed: allow, name });
    },
    json: ({ name, linksAllowedAt }, { organizationId }) => ({
      organizationId,
      name,
      linksAllowedAt: linksAllowedAt && moment(linksAllowedAt),
    }),
    text: ({ name, linksAllowedAt }, { organizationId }) =>
      linksAllowedAt
        ? `Organization ${organizationId} may take real money on payment links. Payers read the name ${name}.`
        : `Organization ${organizationId} takes no real money on payment links any more. Its pages say so.`,
  }),
  operatorCommand('suspend', {
    about: 'suspend an organization: refuse its API keys, orders and changes; requests in progress still settle',
    options: {
      organizationId,
      reason: required('--reason <text>', 'why; the members of the organization see it'),
    },
    verb: suspendOrganization,
    json: ({ suspendedAt }, { organizationId }) => ({ organizationId, suspendedAt }),
    text: (_, { organizationId }) =>
      [
        `Suspended organization ${organizationId}. Its API keys are refused within 5 seconds.`,
        'Its members can still read. Payments in progress still settle, and their webhooks are sent.',
      ].join('\n'),
  }),
  operatorCommand('resume', {
    about: 'end the suspension of an organization',
    options: { organizationId, reason: required('--reason <text>', 'why, for the audit') },
    verb: async (ctx, given) => {
      await resumeOrganization(ctx, given);
      return { organizationId: given.organizationId };
    },
    text: ({ organizationId }) =>
      `Organization ${organizationId} is no longer suspended. Its API keys work again within 5 seconds.`,
  }),
);

export const applications = group(
  'app',
  'applications: merchant accounts',
  operatorCommand('create', {
    about: 'create an application: a merchant account with its own keys, credentials and payments',
    options: {
      name: required('--name <name>', 'name, as shown in the dashboard'),
      ownerEmail: required(
        '--owner <address>',
        'email address of the user who owns it; gets an organization if they have none',
      ),
    },
    verb: createApplication,
    json: ({ applicationId }) => ({ applicationId }),
    text: ({ applicationId }) => `Created application ${applicationId}.`,
  }),
  operatorCommand('lift-sign-in', {
    about: 'remove the sign-in requirement of an organization, for when no member can meet it',
    options: { applicationId: app },
    verb: liftSignInRequirement,
    text: (result) => `Organization ${result.organizationId} no longer has a sign-in requirement.`,
  }),
);

export const shortcodes = group(
  'shortcode',
  'owners of shortcodes',
  operatorCommand('list', {
    about:
      'list the shortcodes that belong to an organization, because a network accepted its credentials, or because it named one first',
    verb: listShortcodes,
    json: (rows) => ({ shortcodes: rows.map((row) => ({ ...row, claimedAt: moment(row.claimedAt) })) }),
    text: (rows) =>
      rows.length === 0
        ? 'No shortcode has an owner yet.'
        : table(
            ['SHORTCODE', 'ENVIRONMENT', 'ORGANIZATION', 'NAME', 'PROVEN BY', 'SINCE'],
            rows.map((row) => [
              row.shortcode,
              row.environment,
              row.organizationId,
              row.organizationName,
              row.evidence,
              moment(row.claimedAt),
            ]),
          ),
  }),
  operatorCommand('release', {
    about:
      'release a shortcode from its organization; the next organization whose credentials the network accepts, or that names it, owns it',
    options: {
      shortcode: required('--shortcode <number>', 'paybill number, or store number of a till'),
      environment: env,
    },
    verb: releaseShortcode,
    json: ({ organizationId }, { shortcode, environment }) => ({ shortcode, environment, organizationId }),
    text: ({ organizationId }, { shortcode }) =>
      `Shortcode ${shortcode} no longer belongs to organization ${organizationId}.`,
  }),
);
