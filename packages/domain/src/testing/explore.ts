/** One step of a machine: from where, by what, to where. */
export type Step<State, Input> = { from: State; input: Input; to: State };

const statesMax = 200_000;

/**
 * Visits every state that can be reached from `start`, breadth first, with every input in each.
 * @param next the state after an input: plain data, a new one for each change
 * @returns all states, and each step that was made
 * @throws Error when there are too many states: then the model is not finite
 */
export function explore<State, Input>(
  start: State,
  inputs: readonly Input[],
  next: (state: State, input: Input) => State,
): { states: State[]; steps: Step<State, Input>[] } {
  const seen = new Map([[JSON.stringify(start), start]]);
  const steps: Step<State, Input>[] = [];
  // Iterating over a map includes entries that are added meanwhile.
  for (const from of seen.values()) {
    for (const input of inputs) {
      const to = next(from, input);
      steps.push({ from, input, to });
      seen.set(JSON.stringify(to), to);
      if (seen.size > statesMax) throw new Error(`more than ${statesMax} states`);
    }
  }
  return { states: [...seen.values()], steps };
}

/** Every combination of the values of each field. */
export function combine<Fields extends Record<string, readonly unknown[]>>(
  fields: Fields,
): { [Name in keyof Fields]: Fields[Name][number] }[] {
  const all = Object.entries(fields).reduce<Record<string, unknown>[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
  return all as { [Name in keyof Fields]: Fields[Name][number] }[];
}
