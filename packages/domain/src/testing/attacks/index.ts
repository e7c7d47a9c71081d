export { leavingPaths, stayingPaths } from './redirects.ts';
export {
  deepJson,
  injections,
  malformedIds,
  missingId,
  numbers,
  patterns,
  scripts,
  shapes,
  shortScript,
} from './texts.ts';
export { privateAddresses, privateUrls } from './urls.ts';
