import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const endpointIssues = defineSentences({
  urlMissing: 'This is not a URL.',
  urlTooLong: 'The URL is longer than {max} characters.',
  urlHttps: 'The URL must start with https://.',
  urlCredentials: 'The URL must not contain credentials.',
  urlHost: 'The URL has no valid host name.',
  urlTarget: 'The URL points to {what}.',
  urlPort: 'The URL must use port 443 or a port from {min} on.',
  endpointsFull: 'An application has at most {max} webhook endpoints per environment.',
});

/** Refusals of this room's verbs. */
export const endpointRefusals = defineSentences({
  rotationsFull:
    'A rotation has at most {max} earlier secrets. This one ends at {end}. Activate the newest secret before you make another, or rotate without grace.',
  endpointDeleted: 'The endpoint is deleted: nothing is sent to it.',
  endpointDisabled: 'The endpoint is disabled: enable it first.',
  testsUsedUp: 'An endpoint gets at most {max} test events per minute: try again in {seconds} s.',
});
