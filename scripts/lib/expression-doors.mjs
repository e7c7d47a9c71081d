// @ts-check
// Regular expressions whose work grows faster than their text, or whose text the code builds. All others may have any text.

/**
 * `lengthMax` is the longest text that the code lets to the expression. `reason` says why no outsider's text reaches it, or
 * which test gives it hostile texts.
 * @typedef {{ file: string, source: string } & ({ lengthMax: number } | { reason: string })} Door
 */

const settings = 'only the settings of the operator';
const ownNumbers = 'only numbers of our own';

/** @type {Door[]} */
export const doors = [
  { file: 'apps/public-api/src/plugins/json-text.ts', source: '0+$', lengthMax: 40 },
  { file: 'apps/web/src/format/money.ts', source: String.raw`\B(?=(\d{3})+$)`, lengthMax: 32 },
  {
    file: 'apps/web/src/say/say-issue.ts',
    source: String.raw`\B(?<!\.\d*)(?=(\d{3})+(?!\d))`,
    reason: 'only the sums of our own refusals',
  },
  { file: 'inngest/src/deps.ts', source: String.raw`\/+$`, reason: settings },
  {
    file: 'inngest/src/embedded/time.ts',
    source: String.raw`(\d+)(ms|[smhdw])`,
    reason: 'only the times that our functions name',
  },
  { file: 'packages/db/src/migrate/engine.ts', source: String.raw`\n\s+0: `, reason: 'only the errors of the engine' },
  {
    file: 'packages/db/src/roles/examine-roles.ts',
    source: String.raw`([A-Z]+)(?: \(([^)]*)\))?`,
    reason: 'only our own grants',
  },
  { file: 'packages/domain/src/kernel/money.ts', source: '0+$', lengthMax: 6 },
  { file: 'packages/domain/src/exports/formats/people-sheet.ts', source: '0+$', reason: ownNumbers },
  { file: 'packages/domain/src/reading/reports/figures.ts', source: '0+$', reason: ownNumbers },
  {
    file: 'packages/domain/src/reviews/reason-words.ts',
    source: String.raw`\B(?<!\.\d*)(?=(\d{3})+(?!\d))`,
    lengthMax: 32,
  },
  { file: 'packages/domain/src/users/identity.ts', source: String.raw`\/+$`, reason: settings },
  {
    file: 'packages/process/src/fields.ts',
    source: String.raw`^\s*([A-Za-z0-9!#$%&'*+.^_${'`'}|~-]+)\s*=\s*(.*?)\s*$`,
    reason: settings,
  },
  { file: 'packages/process/src/fields.ts', source: String.raw`\/+$`, reason: settings },
  { file: 'packages/provider/src/kit/amount-text.ts', source: '0+$', lengthMax: 15 },
  { file: 'packages/provider/src/kit/base-url.ts', source: String.raw`\/+$`, reason: settings },
  { file: 'packages/sdk/src/config.ts', source: String.raw`\/+$`, reason: "only the merchant's own settings" },
];

/**
 * Files that build regular expressions while they load: all that they build get hostile texts.
 * @type {string[]}
 */
export const building = [
  'packages/domain/src/exports/formats/safe-text.ts',
  'packages/domain/src/kernel/phone.ts',
  'packages/domain/src/tables/values.ts',
  'packages/process/src/redact.ts',
];

/**
 * Files that build regular expressions later, with the reason why their work is bounded.
 * @type {Record<string, string>}
 */
export const buildingLater = {
  'apps/web/src/i18n/locale.ts': 'a blank run ends at each semicolon, and headers have at most 16 kB',
  'inngest/src/mail-settings.ts': `an address has at most 254 characters; a mailbox is ${settings}`,
  'packages/domain/src/reconciliation/read-statement.ts':
    'every part but the blanks has a length, and blanks are single',
  'packages/domain/src/subjects/rewrite.ts': 'blanks between digits are at most three, and names are fixed words',
  'packages/domain/src/users/recovery-code.ts': 'only codes that we made',
};
