// @ts-check

/** @type {import('../lib/mutation.mjs').Room} */
export const sending = {
  folder: 'packages/domain/src/sending',
  faults: [
    {
      file: 'pay-row.ts',
      find: `key: rowKeyOf(row.rowId)`,
      replace: `key: rowKeyOf(crypto.randomUUID())`,
      harm: 'a row is paid again after its worker died',
    },
    {
      file: 'round.ts',
      find: `if (only === undefined) return { kind: 'send', count: 1 };`,
      replace: `if (only === undefined) return { kind: 'send', count: rowsAtOnce };`,
      harm: 'a wrong initiator is tried four times, and locked',
    },
    {
      file: 'round.ts',
      find: `stops.filter((stop) => stop === kind).length >= stopsAfter[kind]`,
      replace: `stops.filter((stop) => stop === kind).length > stopsAfter[kind]`,
      harm: 'an initiator that was refused is tried again',
    },
    {
      file: 'work-batch.ts',
      find: `if (!isRunning) return 'later';`,
      replace: '',
      harm: 'a batch that was paused goes on paying',
    },
    {
      file: 'pay-row.ts',
      find: `if (extras.limit === 'per_day' || extras.limit === 'per_key_per_day') return 'day_limit';`,
      replace: '',
      harm: 'a limit of a day throws the rest of a payroll away',
    },
    {
      file: 'change-batch.ts',
      find: `if (batch.approvedBy !== null && ctx.actor === \`user:\${batch.approvedBy}\`)`,
      replace: `if (batch.approvedBy === ctx.actor)`,
      harm: 'who approved a batch pays it alone',
    },
    {
      file: 'submit-batch.ts',
      find: `if (from !== null && amount >= from)`,
      replace: `if (from !== null && amount > from * 1_000)`,
      harm: 'a program pays a payroll that needs a person',
    },
    {
      file: 'copy-batch.ts',
      find: `(what === 'failed' ? isFailed : isRepeated)`,
      replace: `(what === 'failed' ? isFailed : isRepeated || !isFailed)`,
      harm: 'a row that the approver left out is paid a month later',
    },
  ],
};
