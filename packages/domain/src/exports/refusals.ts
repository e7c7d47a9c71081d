import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const exportIssues = defineSentences({
  setBySchedule: 'is set by the schedule',
  exportReaders: 'must be members who may export this list',
  bucketElsewhere: 'must be a bucket of this application',
  readersNeeded: 'must name a member, unless the files go into a bucket',
  columnUnknown: 'is not a column',
  columnMissing: 'must name a column',
  columnTwice: 'must name each column once',
  tooManyRows: 'has more than {max} rows. Narrow the filter, for example its time',
});

/** Refusals of this room's verbs. */
export const exportRefusals = defineSentences({
  listUnreadable: 'Your role may not read this list.',
  exportsUnderWay: 'Your organization has {max} exports under way. Wait for one of them, or cancel it.',
  schedulesFull: 'There are at most {max} schedules: end one first.',
  exportNotReady: 'This export is not ready yet.',
  exportFailed: 'This export failed and has no file.',
  exportCancelled: 'This export was cancelled and has no file.',
  exportGone: 'The file of this export was removed. Make the export again.',
});
