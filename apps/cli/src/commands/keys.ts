import { Environment } from '@tillgate/db';
import { createKey, revokeKey, rotateKey } from '@tillgate/domain/keys';
import { listKeys } from '@tillgate/domain/reading/keys';
import { listReportingTokens } from '@tillgate/domain/reading/reporting-tokens';
import { createReportingToken, revokeReportingToken } from '@tillgate/domain/reporting-tokens';
import { group, operatorCommand } from '../command.ts';
import { defaulting, optional, required } from '../fields.ts';
import { keysText, scopesHelp } from '../key-text.ts';
import { app, applicationOptions, eitherEnv, organizationId, readAddresses, readScopes } from '../options.ts';
import { moment, table } from '../table.ts';
import { readDuration, readExpiry } from '../time.ts';

const keyId = required('--key <id>', 'ID of the key, not the key itself');

export const keys = group(
  'key',
  'API keys',
  operatorCommand('create', {
    about: 'create an API key; it is shown only once',
    options: {
      ...applicationOptions,
      name: defaulting('--name <name>', 'purpose', 'API key'),
      scopes: optional('--scopes <list>', 'scopes, separated by commas').as(readScopes),
      allowedIps: optional('--allow-ip <list>', 'IP addresses and CIDR ranges that may use it (default: any)').as(
        readAddresses,
      ),
      expiresAt: optional(
        '--expires <when>',
        'a day such as 2027-01-01 (UTC), or a duration such as 90d (default: never)',
      ).as(readExpiry),
    },
    help: `
${scopesHelp}

Without --scopes, a sandbox key has all scopes. A production key has all but refund and payout, which move money out:
name them to get them.

Examples:
  tillgate key create --app APP --env sandbox
  tillgate key create --app APP --env production --scopes collect,read --allow-ip 203.0.113.0/24
  tillgate key create --app APP --env production --scopes payout,read --expires 90d`,
    verb: createKey,
    json: ({ keyId, key, scopes }) => ({ keyId, key, scopes }),
    text: ({ keyId, scopes, key }) =>
      `Created key ${keyId}. It has the scopes ${scopes.join(', ')}. Store it now. It is not shown again:\n${key}`,
  }),
  operatorCommand('list', {
    about: 'list the API keys of an application with their scopes, addresses and expiry',
    options: { applicationId: app, env: eitherEnv },
    verb: async (ctx, { applicationId, env }) => {
      const environments = env ? [env] : Object.values(Environment);
      const lists = environments.map(async (environment) => {
        const rows = await listKeys({ ...ctx, tenant: { applicationId, environment } });
        return rows.map((row) => ({ ...row, environment }));
      });
      return { keys: (await Promise.all(lists)).flat() };
    },
    text: (result) => keysText(result.keys),
  }),
  operatorCommand('rotate', {
    about: 'replace an API key with a new one; it is shown only once',
    options: {
      keyId,
      graceSeconds: defaulting('--grace <duration>', 'how long the old key keeps working, at most 7d', '24h').as(
        readDuration,
      ),
    },
    help: `
The new key keeps the name, scopes and addresses of the old one, and its lifetime if it has one. If the old key
leaked, use --grace 0. It ends the old key within 5 seconds.

Examples:
  tillgate key rotate --key KEY
  tillgate key rotate --key KEY --grace 0`,
    verb: rotateKey,
    json: ({ keyId, key, replacedKeyId, endsAt }) => ({ keyId, key, replacedKeyId, endsAt }),
    text: ({ keyId, key, endsAt }, { graceSeconds }) => {
      const old = graceSeconds === 0 ? 'stops working within 5 seconds' : `works until ${moment(endsAt)}`;
      return `Created key ${keyId}. The old key ${old}. Store the new key now. It is not shown again:\n${key}`;
    },
  }),
  operatorCommand('revoke', {
    about: 'revoke an API key; it stops working within 5 seconds and cannot be restored',
    options: { keyId },
    verb: revokeKey,
    json: ({ keyId, revokedAt }) => ({ keyId, revokedAt }),
    text: ({ keyId }) => `Key ${keyId} was revoked.`,
  }),
);

export const reportTokens = group(
  'report-token',
  'tokens for BI tools that read reports',
  operatorCommand('create', {
    about: 'create a reporting token for a BI tool; it is shown only once',
    options: {
      organizationId: required('--organization <id>', 'the organization that it reads'),
      reads: optional('--app <id>', 'the one application that it reads (default: all of the organization)'),
      name: defaulting('--name <name>', 'purpose', 'Reporting token'),
      expiresAt: optional(
        '--expires <when>',
        'a day such as 2027-01-01 (UTC), or a duration such as 30d (default: 90d)',
      ).as(readExpiry),
    },
    help: `
A reporting token reads reports (docs/reporting.md) and changes nothing. It reads both environments.

Examples:
  tillgate report-token create --organization ORG --name Metabase
  tillgate report-token create --organization ORG --app APP --name Grafana --expires 30d`,
    verb: createReportingToken,
    text: ({ tokenId, token, expiresAt }) =>
      `Created reporting token ${tokenId}. It works until ${moment(expiresAt)}. Store it now. It is not shown again:\n${token}`,
  }),
  operatorCommand('list', {
    about: 'list the reporting tokens of an organization with their expiry and last use',
    options: { organizationId },
    verb: async (ctx, given) => ({ tokens: await listReportingTokens(ctx, given) }),
    text: ({ tokens }) => {
      const rows = tokens.map(({ tokenId, name, lastFour, state, application, expiresAt, lastUsedAt }) => [
        tokenId,
        name,
        lastFour,
        state,
        application?.name ?? 'all',
        moment(expiresAt),
        moment(lastUsedAt),
      ]);
      const headings = ['TOKEN', 'NAME', 'ENDS IN', 'STATE', 'APPLICATION', 'EXPIRES', 'LAST USED'];
      return rows.length > 0 ? table(headings, rows) : 'No reporting tokens.';
    },
  }),
  operatorCommand('revoke', {
    about: 'revoke a reporting token; it stops working within 5 seconds and cannot be restored',
    options: { tokenId: required('--token <id>', 'ID of the token, not the token itself') },
    verb: revokeReportingToken,
    json: ({ tokenId, revokedAt }) => ({ tokenId, revokedAt }),
    text: ({ tokenId }) => `Reporting token ${tokenId} was revoked.`,
  }),
);
