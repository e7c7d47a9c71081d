// @ts-check

/** @type {import('../lib/mutation.mjs').Room} */
export const batches = {
  folder: 'packages/domain/src/batches',
  faults: [
    {
      file: 'batch.ts',
      find: `const open = good.filter(({ rowId, warnings }) => warnings.some(needsTick) && !known.has(rowId));`,
      replace: `const open = good.filter(({ rowId, warnings }) => warnings.some(needsTick) && known.has(rowId));`,
      harm: 'a payroll whose numbers were changed leaves without a look',
    },
    {
      file: 'batch.ts',
      find: `else if (refused.length > 0 && !sendGoodOnly)`,
      replace: `else if (refused.length < 0 && !sendGoodOnly)`,
      harm: 'people are left out of a payroll without a word',
    },
    {
      file: 'batch.ts',
      find: `if (status === 'running') return { kind: 'refused', why: batchRefusals.pauseFirst };`,
      replace: '',
      harm: 'a batch is cancelled while its rows are being paid',
      tests: ['packages/domain/src/sending/', 'packages/domain/src/batches/'],
    },
    {
      file: 'submit-batch.ts',
      find: `if (hash !== batch.rowsHash)`,
      replace: `if (hash === '')`,
      harm: 'rows that somebody changed in the database are paid',
      tests: ['packages/domain/src/sending/'],
    },
    {
      file: 'row-statements.ts',
      find: `FROM burnt WHERE r.id = burnt.resource_id AND r.state = 'good' RETURNING r.id)`,
      replace: `FROM due WHERE r.id = due.id RETURNING r.id)`,
      harm: 'a row whose payout is under way is called skipped, and paid again',
      tests: ['packages/domain/src/sending/'],
    },
    {
      file: 'judge-rows.ts',
      find: `if (row.name === null || !told || compareNames(row.name, told) !== 'different') return [];`,
      replace: `if (row.name === null || !told || compareNames(row.name, told) !== 'same') return [];`,
      harm: 'nobody is warned that a phone belongs to somebody else',
    },
  ],
};
