import { type NamedPeople, namePeople } from '@tillgate/domain/callbacks';
import { group, operatorCommand } from '../command.ts';

/** Callbacks that one line of progress stands for. */
const reportedCallbacks = 100_000;

export const names = group(
  'names',
  'names of payers and payees',
  operatorCommand('fill', {
    about: 'name payers and payees of earlier payments and payouts, from the callbacks that are still kept',
    help: `
Tillgate keeps the name of a payer or payee when M-PESA reports it. Run this once after the upgrade to the version that
keeps names. It changes only payments and payouts without a name, and nobody who was erased. You can run it while payments
arrive, stop it and run it again.`,
    verb: async (ctx, _given, { report }) => {
      let reported = 0;
      return namePeople({ ...ctx, provider: await import('../provider/deps.ts') }, (done) => {
        if (done.callbacks - reported < reportedCallbacks) return;
        reported = done.callbacks;
        report(`${done.callbacks} callbacks: ${sentence(done)}\n`);
      });
    },
    text: (done) => `Looked at ${done.callbacks} callbacks. ${sentence(done)}`,
  }),
);

const sentence = ({ payments, payouts }: NamedPeople) =>
  `Named the payers of ${payments} payments and the payees of ${payouts} payouts.`;
