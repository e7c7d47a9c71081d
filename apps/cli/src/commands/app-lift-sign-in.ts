import { liftSignInRequirement } from '@tillgate/domain/organizations';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { appOption } from './options.ts';

type Options = { app: string };

export function appLiftSignIn(answer: (answer: Answer) => void): Command {
  return new Command('lift-sign-in')
    .description(
      'lift what the organization of an application requires of sign-ins, when nobody can fulfil it any more',
    )
    .addOption(appOption())
    .action(async ({ app }: Options) => {
      const json = await withOperator((ctx) => liftSignInRequirement(ctx, { applicationId: app }));
      answer({ json, text: `Organization ${json.organizationId} requires nothing of sign-ins any more.` });
    });
}
