import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const endpointIssues = defineIssues({
  urlMissing: 'This is not a URL.',
  urlTooLong: 'The URL is longer than {max} characters.',
  urlHttps: 'The URL must start with https://.',
  urlCredentials: 'The URL must not contain credentials.',
  urlHost: 'The URL has no valid host name.',
  urlTarget: 'The URL points to {what}.',
  urlPort: 'The URL must use port 443 or a port from {min} on.',
  endpointsFull: 'An application has at most {max} webhook endpoints per environment.',
});
