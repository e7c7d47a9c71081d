import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const exportIssues = defineIssues({
  setBySchedule: 'is set by the schedule',
  exportReaders: 'must be members who may export this list',
  bucketElsewhere: 'must be a bucket of this application',
  readersNeeded: 'must name a member, unless the files go into a bucket',
  columnUnknown: 'is not a column',
  columnMissing: 'must name a column',
  columnTwice: 'must name each column once',
  tooManyRows: 'has more than {max} rows. Narrow the filter, for example its time',
});
