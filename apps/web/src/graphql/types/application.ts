import { builder } from '../builder.ts';
import { inOrder } from '../rows.ts';

builder.prismaObject('Application', {
  description: 'A merchant account. Its payments, payouts and API keys belong to it.',
  select: { id: true },
  authScopes: ({ id }) => ({ reaches: id }),
  fields: (t) => ({
    applicationId: t.exposeID('id', { description: 'The ID of the application.' }),
    name: t.exposeString('name', { description: 'The name of the application.' }),
    organizationId: t.exposeID('organizationId', { description: 'The organization that owns the application.' }),
  }),
});

builder.queryField('applications', (t) =>
  t.prismaField({
    type: ['Application'],
    description: 'The applications that you can read data of.',
    resolve: async (query, _root, _args, { db, reach }) => {
      const ids = [...reach.keys()];
      return inOrder(ids, await db.prisma.application.findMany({ ...query, where: { id: { in: ids } } }));
    },
  }),
);
