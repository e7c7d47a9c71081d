import type { Command } from 'commander';

export type SubjectOptions = { organization: string; phone: string; name?: string };

/** The options that name a person. */
export function subjectOptions(command: Command): Command {
  return command
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--phone <number>', 'the phone number of the person')
    .option('--name <names>', 'names to look for, separated by commas, besides those that M-PESA told');
}

/** Names separated by commas. */
export function readNames(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((name) => name.trim() !== '');
}
