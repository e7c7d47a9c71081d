import { shownFields } from '@tillgate/domain/requests';
import { expect, it } from 'vitest';
import { document } from './document.fixture.ts';

/** Fields of bodies whose values the request log hides, because they say who somebody is or hold what others wrote. */
const hiddenFields = [
  ...['phone', 'name', 'merchantName', 'creditParty', 'debitParty', 'metadata', 'body', 'headers', 'qrBase64'],
  ...['note', 'reference', 'sentFile', 'text'],
  ...['answers', 'fields', 'label', 'payerName', 'required', 'returnUrl', 'url'],
];

/** The names of all fields in bodies of requests and responses. */
function fieldsOfBodies(): Set<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    for (const [name, inner] of Object.entries(part)) {
      if (name === 'examples' || name === 'links') continue;
      if (name === '$ref') look(document.components.schemas[String(inner).replace('#/components/schemas/', '')]);
      if (name === 'properties') for (const field of Object.keys(inner)) names.add(field);
      look(inner);
    }
  };
  for (const methods of Object.values(document.paths))
    for (const { requestBody, responses } of Object.values(methods)) look([requestBody, responses]);
  return names;
}

it('the request log shows or hides every field of the API, and shows no other', () => {
  expect([...shownFields, ...hiddenFields].sort()).toEqual([...fieldsOfBodies()].sort());
});
