/** Addresses off the public internet, one or more of each kind. */
const privateIpv4 = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
] as const;

const privateIpv6 = [
  '::',
  '::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '2001:2::1',
  '3fff::1',
] as const;

/** Names that only mean something inside of a network. */
const privateNames = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'localhost.localdomain',
  'metadata',
  'metadata.google.internal',
  'host.docker.internal',
  'kubernetes.default.svc.cluster.local',
  'printer.local',
  'router.lan',
  'wiki.intranet',
  'db.private',
  'nas.home.arpa',
  'x.onion',
] as const;

const bytesOf = (address: string) => address.split('.').map(Number) as [number, number, number, number];
const numberOf = (address: string) => bytesOf(address).reduce((sum, byte) => sum * 256 + byte, 0);
const halves = (address: string) => {
  const [a, b, c, d] = bytesOf(address);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};
const fullWidth = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const escaped = (text: string) =>
  [...text].map((letter) => `%${(letter.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`).join('');

/** Every spelling of an IPv4 address that some URL parser accepts. */
const writings: ((address: string) => string)[] = [
  (address) => address,
  (address) => `${address}.`,
  (address) => String(numberOf(address)),
  (address) => `0x${numberOf(address).toString(16)}`,
  (address) =>
    bytesOf(address)
      .map((byte) => `0x${byte.toString(16)}`)
      .join('.'),
  (address) =>
    bytesOf(address)
      .map((byte) => `0${byte.toString(8)}`)
      .join('.'),
  fullWidth,
  escaped,
  (address) => address.replaceAll('.', '。'),
  (address) => `[::ffff:${halves(address)}]`,
  (address) => `[::${halves(address)}]`,
  (address) => `[64:ff9b::${halves(address)}]`,
  (address) => `[2002:${halves(address)}::1]`,
];

/** Ways of hiding where a URL leads. */
const disguises: ((host: string) => string)[] = [
  (host) => `https://${host}/hook`,
  (host) => `http://${host}/hook`,
  (host) => `https://${host}:8443/`,
  (host) => `https://shop.example.com@${host}/`,
  (host) => `https://${host}#.shop.example.com/`,
  (host) => `https://${host}?@shop.example.com/`,
  (host) => `https://shop.example.com\\@${host}/`,
  (host) => `https:\\\\${host}/`,
  (host) => `//${host}/`,
];

const others = [
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'ftp://127.0.0.1/',
  'data:text/plain,x',
  'javascript:alert(1)',
  'https://shop.example.com:22/',
  'https://shop.example.com:25/',
  'https://shop.example.com:5432/\r\nHost: 127.0.0.1',
  'https://shop.example.com/\u0000',
  'https://exam\u200bple.com/',
  'https://',
  'shop.example.com',
  `https://shop.example.com/${'a'.repeat(3_000)}`,
];

/** Private addresses as a name server may return them. */
export const privateAddresses: readonly string[] = [
  ...privateIpv4,
  ...privateIpv6,
  ...privateIpv4.flatMap((address) => [
    `::ffff:${address}`,
    `::ffff:${halves(address)}`,
    `64:ff9b::${halves(address)}`,
    `2002:${halves(address)}::1`,
  ]),
];

/** Webhook URLs that must be refused when they are written down: each leads to a private place, or to no web server. */
export const privateUrls: readonly string[] = [
  ...privateIpv4.flatMap((address) => writings.map((write) => `https://${write(address)}/hook`)),
  ...privateIpv6.map((address) => `https://[${address}]/hook`),
  ...privateNames.map((name) => `https://${name}/hook`),
  ...['127.0.0.1', '169.254.169.254', '[::1]', 'localhost'].flatMap((host) => disguises.map((hide) => hide(host))),
  ...others,
];
