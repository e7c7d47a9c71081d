import { builder } from '../builder.ts';

type Decoded = {
  code: string;
  title: string;
  cause: string;
  fix: string;
  category: string;
  retryable: boolean;
  customerMessage: string;
};

export const DecodedErrorRef = builder.objectRef<Decoded>('DecodedError').implement({
  description: 'What a result code of the provider means, from the error catalogue.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The result code, as the provider writes it.' }),
    title: t.exposeString('title', { description: 'A few words.' }),
    cause: t.exposeString('cause', { description: 'What happened.' }),
    fix: t.exposeString('fix', { description: 'What to do about it.' }),
    category: t.exposeString('category', {
      description:
        'Who can do something about it: balance, customer, limit, provider_system, your_setup, pending or unknown.',
    }),
    retryable: t.exposeBoolean('retryable', { description: 'Whether the same request may be made again.' }),
    customerMessage: t.exposeString('customerMessage', { description: 'A sentence fit to show a customer.' }),
  }),
});
