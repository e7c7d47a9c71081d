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
  description: 'The explanation of a result code, from the error catalogue.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The result code, as the provider writes it.' }),
    title: t.exposeString('title', { description: 'A short title.' }),
    cause: t.exposeString('cause', { description: 'What went wrong.' }),
    fix: t.exposeString('fix', { description: 'How to fix it.' }),
    category: t.exposeString('category', {
      description: 'The category: balance, customer, limit, provider_system, your_setup, pending or unknown.',
    }),
    retryable: t.exposeBoolean('retryable', { description: 'True if the same request can be made again.' }),
    customerMessage: t.exposeString('customerMessage', {
      description: 'A sentence that you can show to the customer.',
    }),
  }),
});
