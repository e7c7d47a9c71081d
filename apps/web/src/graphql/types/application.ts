import { builder } from '../builder.ts';
import { inOrder } from '../rows.ts';

builder.prismaObject('Application', {
  description: 'A merchant account: it owns payments.',
  select: { id: true },
  authScopes: ({ id }) => ({ reaches: id }),
  fields: (t) => ({
    applicationId: t.exposeID('id', { description: 'The id of the application.' }),
    name: t.exposeString('name', { description: 'Its name, as its people gave it.' }),
    organizationId: t.exposeID('organizationId', { description: 'The organization that it belongs to.' }),
  }),
});

builder.queryField('applications', (t) =>
  t.prismaField({
    type: ['Application'],
    description: 'The applications that you may read something of.',
    resolve: async (query, _root, _args, { db, reach }) => {
      const ids = [...reach.keys()];
      return inOrder(ids, await db.prisma.application.findMany({ ...query, where: { id: { in: ids } } }));
    },
  }),
);
