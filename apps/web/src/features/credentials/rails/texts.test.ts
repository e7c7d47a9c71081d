import { accountParts, otherRails } from '@tillgate/domain/applications';
import { describe, expect, it } from 'vitest';
import en from '../../../../messages/en/credentials.json' with { type: 'json' };
import issuesEn from '../../../../messages/en/issues.json' with { type: 'json' };
import sw from '../../../../messages/sw/credentials.json' with { type: 'json' };
import issuesSw from '../../../../messages/sw/issues.json' with { type: 'json' };

const languages = [
  { language: 'en', rails: en.rails, said: issuesEn.fields },
  { language: 'sw', rails: sw.rails, said: issuesSw.fields },
];

describe.each(languages)('in $language', ({ rails, said }) => {
  it.each(otherRails)('%s has a text for every name that the server gives', (rail) => {
    const parts = accountParts(rail);
    const fields = parts.flatMap((part) => part.fields);
    const texts = rails[rail];
    expect(Object.keys(texts.purposes)).toEqual(parts.map(({ purpose }) => purpose));
    expect(Object.keys(texts.fields).toSorted()).toEqual(fields.map(({ name }) => name).toSorted());
    const choices = fields.flatMap((field) =>
      field.of === 'settings' && field.values !== null ? [[field.name, field.values] as const] : [],
    );
    expect(Object.entries(texts.choices).map(([name, words]) => [name, Object.keys(words)])).toEqual(choices);
    const steps = Object.keys(texts.steps);
    expect(steps).toEqual(steps.map((_, place) => String(place + 1)));
  });

  it.each(otherRails)('a refusal calls a field of %s what the form calls it', (rail) => {
    expect(said).toMatchObject(rails[rail].fields);
  });
});
