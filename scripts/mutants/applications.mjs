// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const applications = {
  folder: 'packages/domain/src/applications',
  faults: [
    {
      file: 'claim-shortcode.ts',
      find: 'if (taken.length > 0) throw invalidInput(',
      replace: 'if (taken.length < 0) throw invalidInput(',
      harm: 'a merchant takes the shortcode of another organization',
    },
    {
      file: 'claim-shortcode.ts',
      find: `  if (environment !== 'production') return;
  const recent`,
      replace: `  if (environment === 'production') return;
  const recent`,
      harm: 'nobody owns a shortcode of production',
    },
    {
      file: 'shortcode-statements.ts',
      find: 'ON CONFLICT (environment, shortcode) DO NOTHING',
      replace: 'ON CONFLICT (environment, shortcode) DO UPDATE SET organization_id = excluded.organization_id',
      harm: 'the last organization that proves a shortcode owns it',
    },
    {
      file: 'set-provider-credentials.ts',
      find: `  requirePermission(ctx, 'credentials.write');
`,
      replace: '',
      harm: 'a member without the permission sends the money of a merchant elsewhere',
    },
    {
      file: 'set-provider-credentials.ts',
      find: `tillNumber: given.product === 'paybill' ? null : given.tillNumber,`,
      replace: 'tillNumber: given.tillNumber,',
      harm: 'a paybill keeps the number of the till that it was',
    },
  ],
};
