import type { Command } from 'commander';

/** The help texts that are available before the installation: `apps/cli/outline.json`. */
export type Outline = {
  help: string;
  /** The flags of each option, as commander writes them: `-a, --app <id>`. */
  options: string[];
  /** The options that must be given. */
  mandatory: string[];
  /** How many arguments it takes; null for any number. */
  arguments: { min: number; max: number | null };
  commands: Record<string, Outline>;
};

/** The outline of a command and of those below it. */
export function outlineOf(command: Command): Outline {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  const taken = command.registeredArguments;
  return {
    help,
    options: command.options.map(({ flags }) => flags),
    mandatory: command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags),
    arguments: {
      min: taken.filter(({ required }) => required).length,
      max: taken.some(({ variadic }) => variadic) ? null : taken.length,
    },
    commands: Object.fromEntries(command.commands.map((below) => [below.name(), outlineOf(below)])),
  };
}
