export { reportPageMax } from '../relay.ts';
export type { ReportList } from '../report-list.ts';
export { mayRead, type Reach, readable, spanApplicationsMax, spanOf } from './reach.ts';
export { readReachOfPerson, readReachOfToken } from './read-reach.ts';
