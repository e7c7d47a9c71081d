import type { TenantContext } from '@tillgate/domain';
import { Command } from 'commander';
import { type OperatorContext, type OperatorOptions, withOperator } from './deps.ts';
import { type Fields, readFields, type Values } from './fields.ts';
import { app, env } from './options.ts';
import type { Answer } from './output.ts';
import { type TenantOptions, withTenant } from './tenant.ts';
import type { Terminal } from './terminal.ts';

/** The environment of a command, besides its options. */
export type Shell = {
  /** Takes the result. It is printed when the command has ended. */
  answer(answer: Answer): void;
  /** Prints a line of progress to stderr at once. Nothing with `--json`. */
  report(line: string): void;
  /** The streams, for commands that do not end by themselves. */
  terminal: Terminal;
};

/** How a command was called. */
export type Call = Shell & {
  /** The words that are not options. */
  words: string[];
  /** Whether `--json` was given. */
  isJson: boolean;
};

/** A command, or a group of commands. */
export type Entry = (shell: Shell) => Command;

type Described = {
  /** What the command does, in one line of the help. */
  about: string;
  /** Text after the options in the help. */
  help?: string;
  /** The word that the command takes, such as `<event>`. */
  argument?: { name: string; about: string };
};

type Called<C, G, R> = Described & {
  /** Refuses options that do not go together, before the database is opened. */
  check?(given: G): void;
  /** What the command does. `--json` prints the result, or what `json` takes from it. */
  verb(ctx: C, given: G, call: Call): Promise<R>;
  /** The result for people. */
  text(result: NoInfer<R>, given: G): string;
  json?(result: NoInfer<R>, given: G): object;
  /** Whether the exit code is 1 with this result. */
  failed?(result: NoInfer<R>): boolean;
  /** The limits of the connection to the database. */
  limits?: OperatorOptions;
};

/** A group of commands. */
export function group(name: string, about: string, ...entries: Entry[]): Entry {
  return (shell) => {
    const parent = new Command(name).description(about);
    for (const entry of entries) parent.addCommand(entry(shell));
    return parent;
  };
}

/** A command that needs no database, or opens it by itself. Without an answer nothing is printed at the end. */
export function command<F extends Fields>(
  name: string,
  spec: Described & { options?: F; run(given: Values<F>, call: Call): Promise<Answer | undefined> },
): Entry {
  const { options = {} as F, run } = spec;
  return build(name, spec, options, async (found, call) => run(await readFields(options, found), call));
}

/** A command on the whole installation. */
export function operatorCommand<R extends object, F extends Fields>(
  name: string,
  spec: Called<OperatorContext, Values<F>, R> & { options?: F },
): Entry {
  const { options = {} as F, verb, limits } = spec;
  return build(name, spec, options, async (found, call) => {
    const given = await readFields(options, found);
    spec.check?.(given);
    return answerOf(spec, await withOperator((ctx) => verb(ctx, given, call), limits), given);
  });
}

/** A command on one application in one environment, which `--app` and `--env` name. */
export function tenantCommand<R extends object, F extends Fields>(
  name: string,
  spec: Called<TenantContext & OperatorContext, Values<F> & TenantOptions, R> & { options?: F },
): Entry {
  const { options = {} as F, verb, limits } = spec;
  return build(name, spec, { app, env, ...options }, async (found, call) => {
    const tenant = await readFields({ app, env }, found);
    const given = { ...(await readFields(options, found)), ...tenant };
    spec.check?.(given);
    return answerOf(spec, await withTenant(tenant, (ctx) => verb(ctx, given, call), limits), given);
  });
}

function build(
  name: string,
  { about, help, argument }: Described,
  fields: Fields,
  run: (found: Record<string, unknown>, call: Call) => Promise<Answer | undefined>,
): Entry {
  return (shell) => {
    const built = new Command(name).description(about);
    for (const { option } of Object.values(fields)) built.addOption(option);
    if (help !== undefined) built.addHelpText('after', help);
    if (argument) built.argument(argument.name, argument.about);
    return built.action(async () => {
      const found = built.optsWithGlobals();
      const answer = await run(found, { ...shell, words: built.args, isJson: found.json === true });
      if (answer) shell.answer(answer);
    });
  };
}

function answerOf<C, G, R extends object>({ text, json, failed }: Called<C, G, R>, result: R, given: G): Answer {
  return { json: json?.(result, given) ?? result, text: text(result, given), failed: failed?.(result) ?? false };
}
