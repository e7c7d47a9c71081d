import { type Command, Option } from 'commander';
import type { TenantOptions } from '../tenant.ts';
import { appOption, envOption } from './options.ts';

export type ReviewOptions = TenantOptions & { review: string };

/** Adds the options of every command about one application's reviews. */
export function withTenantOptions(command: Command): Command {
  return command.addOption(appOption()).addOption(envOption());
}

/** The same, and the review. */
export function withReviewOptions(command: Command): Command {
  return withTenantOptions(command).addOption(new Option('--review <id>', 'review ID').makeOptionMandatory());
}
