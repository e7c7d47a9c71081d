import type { ReachedApplication } from '@tillgate/domain/reading/reach';
import { builder, ofApplication } from '../builder.ts';

export const ApplicationRef = builder.objectRef<ReachedApplication>('Application').implement({
  description: 'A merchant account: it owns payments.',
  ...ofApplication,
  fields: (t) => ({
    applicationId: t.exposeID('applicationId', { description: 'The id of the application.' }),
    name: t.exposeString('name', { description: 'Its name, as its people gave it.' }),
    organizationId: t.exposeID('organizationId', { description: 'The organization that it belongs to.' }),
  }),
});

builder.queryField('applications', (t) =>
  t.field({
    type: [ApplicationRef],
    description: 'The applications that you may read something of.',
    resolve: (_root, _args, { reach }) => [...reach.values()],
  }),
);
