import type { Role } from '@tillgate/db';
import { type Decoded, keyOfExplanation, peopleTitles, titleForPeople } from '@tillgate/domain/catalogue';
import { may } from '@tillgate/domain/organizations';
import { type RailName, railLabel } from '@tillgate/domain/rails/labels';
import type { Locale } from '@/i18n/locale';
import en from '../../messages/en/reasons.json' with { type: 'json' };
import sw from '../../messages/sw/reasons.json' with { type: 'json' };
import { fill } from './fill.ts';

/** Who reads: somebody at a counter, or who writes the code that calls the API. */
export type Audience = 'counter' | 'developer';

/** A reason of failure in words for its reader. At the counter `cause` says what to do as well, and `fix` is null. */
type LocalizedReason = Omit<Decoded, 'fix'> & { fix: string | null };

type Key = keyof typeof en.of & keyof typeof peopleTitles;

const texts = { en, sw } satisfies Record<Locale, typeof en>;

/** Those who set up keys or endpoints write the code; the others serve customers. */
export function audienceOf(role: Role): Audience {
  return may(role, 'keys.read') || may(role, 'endpoints.read') ? 'developer' : 'counter';
}

/**
 * A decoded result in the reader's language and for their role. A result without texts is returned unchanged.
 * @param rail the network of its row. Codes of Tillgate itself and codes that nobody knows are explained for all networks alike
 */
export function sayReason(
  decoded: Decoded,
  locale: Locale,
  audience: Audience,
  rail: RailName = 'mpesa',
): LocalizedReason {
  const found = keyOfExplanation(decoded);
  if (!found || !isKey(found.key)) return decoded;
  const { said, silent, of } = texts[locale];
  const { cause, fix, customer, counter } = of[found.key];
  const network = railLabel(rail);
  const values = { network, code: found.code, said: found.said ? fill(said, { text: found.said }) : silent };
  const isCounter = audience === 'counter';
  return {
    ...decoded,
    title: fill(peopleTitles[found.key][locale], { network }),
    cause: fill(isCounter ? counter : cause, values),
    fix: isCounter ? null : fill(fix, values),
    customerMessage: customer,
  };
}

function isKey(key: string): key is Key {
  return Object.hasOwn(en.of, key);
}

type WithReason = { rail?: RailName; reason: { title: string } | null };

/** Rows of a list with the titles of their reasons in the reader's language. */
export function sayReasonsOf<Row extends WithReason>(rows: Row[], locale: Locale): Row[] {
  return rows.map((row) =>
    row.reason
      ? {
          ...row,
          reason: { ...row.reason, title: titleForPeople(row.reason.title, locale, railLabel(row.rail ?? 'mpesa')) },
        }
      : row,
  );
}
