import type { PayoutBatchPause, PayoutBatchStatus } from '@tillgate/db';
import type { ProblemCode, WarningCode } from '@tillgate/domain/batches';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { locales } from '@/i18n/locale';
import en from '../../../messages/en/batches.json' with { type: 'json' };
import sw from '../../../messages/sw/batches.json' with { type: 'json' };

/** The compiler asks for a sentence for each code. */
type Said = {
  problems: Record<ProblemCode, string>;
  warnings: Record<WarningCode, string>;
  pauses: Record<PayoutBatchPause, string>;
  statuses: Record<PayoutBatchStatus, string>;
};
const texts = { en, sw } satisfies Record<string, Said>;

/** All that a sentence can name. */
const values = {
  ...{ field: 'Phone', text: '0712', reference: 'EMP-1', others: 'rows 2, 3', phone: '0712…678', by: 'network' },
  ...{ told: 'Amina', limit: 'per_transaction', max: 'KES 100', time: () => 'yesterday' },
};

describe.each(locales)('the sentences about a row in %s', (locale) => {
  const errors: string[] = [];
  const t = createTranslator({
    locale,
    messages: { batches: texts[locale] },
    namespace: 'batches',
    onError: ({ message }) => errors.push(message),
  });
  const said = (['problems', 'warnings'] as const).flatMap((group) =>
    Object.keys(texts.en[group]).map((code) => ({ group, code })),
  );

  it.each(said)('$group.$code needs nothing else', ({ group, code }) => {
    const sentence = t.markup(`${group}.${code}` as Parameters<typeof t.markup>[0], values as never);
    expect(errors).toEqual([]);
    expect(sentence).not.toMatch(/[{}<>]/);
  });
});
