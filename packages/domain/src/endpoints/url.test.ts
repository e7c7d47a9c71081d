import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeTarget, refusedAddress, webhookUrlJudge } from './url.ts';

describe('an address off the public internet is refused, and called what it is', () => {
  it.each([
    ['0.0.0.0', 'an unspecified address'],
    ['0.255.255.255', 'an unspecified address'],
    ['10.0.0.1', 'a private address'],
    ['10.255.255.255', 'a private address'],
    ['100.64.0.1', 'a carrier-grade NAT address'],
    ['100.100.100.200', 'a carrier-grade NAT address'],
    ['100.127.255.255', 'a carrier-grade NAT address'],
    ['127.0.0.1', 'a loopback address'],
    ['127.255.255.254', 'a loopback address'],
    ['168.63.129.16', 'a cloud metadata address'],
    ['169.254.0.1', 'a link-local address'],
    ['169.254.169.254', 'a link-local address'],
    ['169.254.170.2', 'a link-local address'],
    ['172.16.0.1', 'a private address'],
    ['172.31.255.255', 'a private address'],
    ['192.0.0.1', 'a reserved address'],
    ['192.0.0.170', 'a reserved address'],
    ['192.0.0.192', 'a reserved address'],
    ['192.0.2.1', 'a documentation address'],
    ['192.88.99.1', 'a 6to4 relay address'],
    ['192.168.0.1', 'a private address'],
    ['192.168.255.255', 'a private address'],
    ['198.18.0.1', 'a benchmarking address'],
    ['198.19.255.255', 'a benchmarking address'],
    ['198.51.100.1', 'a documentation address'],
    ['203.0.113.1', 'a documentation address'],
    ['224.0.0.1', 'a multicast address'],
    ['239.255.255.255', 'a multicast address'],
    ['240.0.0.1', 'a reserved address'],
    ['255.255.255.255', 'a reserved address'],
    ['::', 'a private or reserved address'],
    ['::1', 'a private or reserved address'],
    ['0:0:0:0:0:0:0:1', 'a private or reserved address'],
    ['::127.0.0.1', 'a private or reserved address'],
    ['::8.8.8.8', 'a private or reserved address'],
    ['::ffff:127.0.0.1', 'a private or reserved address'],
    ['::ffff:7f00:1', 'a private or reserved address'],
    ['::FFFF:10.0.0.1', 'a private or reserved address'],
    ['::ffff:8.8.8.8', 'a private or reserved address'],
    ['::ffff:0:8.8.8.8', 'a private or reserved address'],
    ['64:ff9b::8.8.8.8', 'a private or reserved address'],
    ['64:ff9b::7f00:1', 'a private or reserved address'],
    ['64:ff9b::a9fe:a9fe', 'a private or reserved address'],
    ['64:ff9b:1::1', 'a private or reserved address'],
    ['64:ff9b:1:ffff::10.0.0.1', 'a private or reserved address'],
    ['100::1', 'a private or reserved address'],
    ['2001::1', 'a reserved address'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'a reserved address'],
    ['2001:2::1', 'a reserved address'],
    ['2001:10::1', 'a reserved address'],
    ['2001:20::1', 'a reserved address'],
    ['2001:1ff:ffff::1', 'a reserved address'],
    ['2001:db8::1', 'a documentation address'],
    ['2002:7f00:1::', 'a 6to4 address'],
    ['2002:a9fe:a9fe::1', 'a 6to4 address'],
    ['2002:808:808::1', 'a 6to4 address'],
    ['3ffe::1', 'a reserved address'],
    ['3fff::1', 'a documentation address'],
    ['3fff:fff:ffff::1', 'a documentation address'],
    ['4000::1', 'a private or reserved address'],
    ['5f00::1', 'a private or reserved address'],
    ['fc00::1', 'a private or reserved address'],
    ['fd00:ec2::254', 'a private or reserved address'],
    ['fd20:ce::254', 'a private or reserved address'],
    ['fdff:ffff::1', 'a private or reserved address'],
    ['fe80::1', 'a private or reserved address'],
    ['febf::1', 'a private or reserved address'],
    ['fec0::1', 'a private or reserved address'],
    ['ff02::1', 'a private or reserved address'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'a private or reserved address'],
    ['fe80::1%eth0', 'not an internet address'],
    ['2606:4700::1%1', 'not an internet address'],
    ['[2606:4700::1]', 'not an internet address'],
    ['0177.0.0.1', 'not an internet address'],
    ['010.8.8.8', 'not an internet address'],
    ['0x7f.0.0.1', 'not an internet address'],
    ['2130706433', 'not an internet address'],
    ['127.1', 'not an internet address'],
    ['8.8.8.8.', 'not an internet address'],
    ['8.8.8.8 ', 'not an internet address'],
    ['8.8.8.8:443', 'not an internet address'],
    ['８.8.8.8', 'not an internet address'],
    ['not an address', 'not an internet address'],
    ['', 'not an internet address'],
  ])('%j: %s', (address, what) => {
    expect(refusedAddress(address)).toBe(what);
  });
});

describe('a public address is taken, also one beside a refused range', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '41.90.0.1',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '2c0f:fe08::1',
  ])('%s', (address) => {
    expect(refusedAddress(address)).toBeUndefined();
  });
});

it('every IPv4 address that a mapped, NAT64 or 6to4 address hides is refused', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
      for (const hidden of [`::ffff:${hex}`, `64:ff9b::${hex}`, `2002:${hex}::1`, `::${hex}`]) {
        expect(refusedAddress(hidden)).toBeDefined();
      }
    }),
  );
});

const notUrl = 'This is not a URL.';
const notHttps = 'The URL must start with https://.';
const credentials = 'The URL must not contain credentials.';
const noHost = 'The URL has no valid host name.';
const port = 'The URL must use port 443 or a port from 1024 on.';
const loopback = 'The URL points to a loopback address.';
const hidden = 'The URL points to a private or reserved address.';
const notInternet = 'The URL points to a name that is never public.';
const dotless = 'The URL points to a name without a domain.';
const linkLocal = 'The URL points to a link-local address.';

describe('a URL is refused, and its reason told', () => {
  const judge = webhookUrlJudge([]);

  it.each([
    // What is not a URL, or not the one that it seems to be.
    ['', notUrl],
    ['https://', notUrl],
    ['https:///', notUrl],
    ['shop.example.com/hook', notUrl],
    ['//shop.example.com', notUrl],
    [' https://shop.example.com/', notUrl],
    ['https://shop.example.com/ ', notUrl],
    ['https://shop.example.com/a b', notUrl],
    ['https://shop.exa\nmple.com/', notUrl],
    ['https://shop.example.com/\thook', notUrl],
    ['https://shop.example.com/\r\nHost: 10.0.0.1', notUrl],
    ['https://shop.example.com/\0', notUrl],
    ['https://shop.example.com/\u007f', notUrl],
    ['https://shop.example.com/\u202egnp.', notUrl],
    ['https://exam\u200bple.com/', notUrl],
    ['https://local\u00adhost/', notUrl],
    ['https://shop.example.com/\ud800', notUrl],
    ['https://shop.example.com\\@10.0.0.1/', notUrl],
    ['https:\\\\shop.example.com\\', notUrl],
    ['https://127.0.0.1%00.example.com/', notUrl],
    ['https://shop.example.com%2f@10.0.0.1', credentials],
    ['https://shop.example.com:99999/', notUrl],
    ['https://shop.example.com:-1/', notUrl],
    ['https://shop.example.com:443x/', notUrl],
    ['https://256.0.0.1/', notUrl],
    ['https://1.2.3.4.5/', notUrl],
    ['https://0x100000000/', notUrl],
    ['https://[fe80::1%25eth0]/', notUrl],
    ['https://[fe80::1%eth0]/', notUrl],
    ['https://[::1', notUrl],
    ['https://::1/', notUrl],
    [`https://shop.example.com/${'a'.repeat(2000)}`, 'The URL is longer than 2000 characters.'],
    // Other protocols, and https in forms that readers take for something else.
    ['http://shop.example.com/hook', notHttps],
    ['http://10.0.0.1/', notHttps],
    ['ftp://shop.example.com/', notHttps],
    ['file:///etc/passwd', notHttps],
    ['gopher://shop.example.com:6379/_x', notHttps],
    ['ws://shop.example.com/', notHttps],
    ['data:text/plain,x', notHttps],
    ['javascript:alert(1)', notHttps],
    ['https:shop.example.com', notHttps],
    ['https:/shop.example.com', notHttps],
    ['https:///shop.example.com', notHttps],
    ['https:user@shop.example.com', notHttps],
    // User names and passwords, also empty ones.
    ['https://user@shop.example.com/', credentials],
    ['https://user:pass@shop.example.com/', credentials],
    ['https://:pass@shop.example.com/', credentials],
    ['https://@shop.example.com/', credentials],
    ['https://:@shop.example.com/', credentials],
    ['https://shop.example.com@10.0.0.1/', credentials],
    ['https://10.0.0.1:443@shop.example.com/', credentials],
    // Names that DNS does not hold.
    ['https://.example.com/', noHost],
    ['https://shop..example.com/', noHost],
    ['https://shop.example.com../', noHost],
    ['https://a;b.example.com/', noHost],
    ["https://a'b.example.com/", noHost],
    ['https://*.example.com/', noHost],
    [`https://${'a'.repeat(64)}.example.com/`, noHost],
    [`https://${'a.'.repeat(125)}example.com/`, noHost],
    // Names that are never public.
    ['https://localhost/', loopback],
    ['https://localhost./', loopback],
    ['https://LOCALHOST:8443/', loopback],
    ['https://ⓛocalhost/', loopback],
    ['https://%6cocalhost/', loopback],
    ['https://app.localhost/', loopback],
    ['https://app.localhost./', loopback],
    ['https://localhost.localdomain/', loopback],
    ['https://printer/', dotless],
    ['https://printer./', dotless],
    ['https://metadata/', dotless],
    ['https://1e100/', dotless],
    ['https://metadata.google.internal/computeMetadata/v1/', notInternet],
    ['https://METADATA.google.internal./', notInternet],
    ['https://host.docker.internal:5432/', notInternet],
    ['https://vault.service.local/', notInternet],
    ['https://kubernetes.default.svc.cluster.local/', notInternet],
    ['https://printer.home.arpa/', notInternet],
    ['https://home.arpa/', notInternet],
    ['https://router.lan/', notInternet],
    ['https://wiki.intranet/', notInternet],
    ['https://wiki.corp/', notInternet],
    ['https://nas.home/', notInternet],
    ['https://db.private/', notInternet],
    ['https://shop.test/', notInternet],
    ['https://shop.invalid/', notInternet],
    ['https://expyuzz4wqqyqhjn.onion/', notInternet],
    // Private addresses, in every way of writing that the parser knows.
    ['https://127.0.0.1/', loopback],
    ['https://127.0.0.1./', loopback],
    ['https://127.1/', loopback],
    ['https://127.0.1/', loopback],
    ['https://2130706433/', loopback],
    ['https://0x7f000001/', loopback],
    ['https://0x7F.0.0.1/', loopback],
    ['https://0x7f.1/', loopback],
    ['https://0177.0.0.1/', loopback],
    ['https://0177.1/', loopback],
    ['https://017700000001/', loopback],
    ['https://%31%32%37.0.0.1/', loopback],
    ['https://127%2e0%2e0%2e1/', loopback],
    ['https://１２７.0.0.1/', loopback],
    ['https://127。0。0。1/', loopback],
    ['https://①②⑦.0.0.1/', loopback],
    ['https://127.0.0.1:8443/', loopback],
    ['https://127.0.0.1?@shop.example.com/', loopback],
    ['https://127.0.0.1#.example.com/', loopback],
    ['https://0/', 'The URL points to an unspecified address.'],
    ['https://0x/', 'The URL points to an unspecified address.'],
    ['https://10.1/', 'The URL points to a private address.'],
    ['https://0300.0250.1/', 'The URL points to a private address.'],
    ['https://3232235777/', 'The URL points to a private address.'],
    ['https://100.64.0.1/', 'The URL points to a carrier-grade NAT address.'],
    ['https://169.254.169.254/latest/meta-data/', linkLocal],
    ['https://0xa9fea9fe/', linkLocal],
    ['https://0251.0376.0251.0376/', linkLocal],
    ['https://[::1]/', hidden],
    ['https://[::]/', hidden],
    ['https://[::1]:8443/', hidden],
    ['https://[0:0:0:0:0:0:0:1]/', hidden],
    ['https://[::127.0.0.1]/', hidden],
    ['https://[::ffff:127.0.0.1]/', hidden],
    ['https://[::ffff:a00:1]/', hidden],
    ['https://[64:ff9b::7f00:1]/', hidden],
    ['https://[64:ff9b::127.0.0.1]/', hidden],
    ['https://[64:ff9b:1::a00:1]/', hidden],
    ['https://[fe80::1]/', hidden],
    ['https://[fd00:ec2::254]/', hidden],
    ['https://[2002:7f00:1::]/', 'The URL points to a 6to4 address.'],
    ['https://[2001:0:7f00:1::]/', 'The URL points to a reserved address.'],
    // Ports of services that are not the web's.
    ['https://shop.example.com:0/', port],
    ['https://shop.example.com:22/', port],
    ['https://shop.example.com:25/', port],
    ['https://shop.example.com:0025/', port],
    ['https://shop.example.com:80/', port],
    ['https://shop.example.com:444/', port],
    ['https://shop.example.com:1023/', port],
    ['https://8.8.8.8:53/', port],
    ['https://[2606:4700:4700::1111]:53/', port],
  ])('%j: %s', (url, reason) => {
    expect(judge(url, 'sandbox')?.wrong.message).toBe(reason);
    const judged = judgeTarget(url, []);
    expect(judged.ok ? undefined : judged.reason.wrong.message).toBe(reason);
  });
});

describe('a URL that is taken calls the host that it names', () => {
  it.each([
    ['https://shop.example.com', 'https://shop.example.com/'],
    ['HTTPS://Shop.Example.COM/Hook', 'https://shop.example.com/Hook'],
    ['https://shop.example.com./', 'https://shop.example.com./'],
    ['https://shop.example.com:443/', 'https://shop.example.com/'],
    ['https://shop.example.com:1024/', 'https://shop.example.com:1024/'],
    ['https://shop.example.com:65535/', 'https://shop.example.com:65535/'],
    [
      'https://shop.example.com:8443/hooks/tillgate?token=abc',
      'https://shop.example.com:8443/hooks/tillgate?token=abc',
    ],
    ['https://shop.example.com/?at=a@b.example', 'https://shop.example.com/?at=a@b.example'],
    ['https://shop.example.com/@merchant', 'https://shop.example.com/@merchant'],
    ['https://a_b-c.example.com/', 'https://a_b-c.example.com/'],
    ['https://8.8.8.8/hook', 'https://8.8.8.8/hook'],
    ['https://0x08080808/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]/hook', 'https://[2606:4700:4700::1111]/hook'],
    ['https://[2606:4700:4700::1111]:8443/', 'https://[2606:4700:4700::1111]:8443/'],
    ['https://münchen.example/hook', 'https://xn--mnchen-3ya.example/hook'],
    ['https://shop%2eexample.com/', 'https://shop.example.com/'],
    ['https://127.0.0.1.example.com/', 'https://127.0.0.1.example.com/'],
    ['https://localhost.example.com/', 'https://localhost.example.com/'],
    ['https://internal.example.com/', 'https://internal.example.com/'],
    ['https://mylocal.example.com/', 'https://mylocal.example.com/'],
    ['https://shop.ke-local.co.ke/', 'https://shop.ke-local.co.ke/'],
    [`https://${'a'.repeat(63)}.example.com/`, `https://${'a'.repeat(63)}.example.com/`],
    [`https://shop.example.com/${'a'.repeat(1900)}`, `https://shop.example.com/${'a'.repeat(1900)}`],
  ])('%j', (text, called) => {
    expect(webhookUrlJudge([])(text, 'sandbox')).toBeUndefined();
    const judged = judgeTarget(text, []);
    expect(judged.ok && judged.target.url.href).toBe(called);
  });
});

it('whatever is written, a URL that is taken is https to a public port of a public address or a name with a domain', () => {
  const host = fc.oneof(
    fc.ipV4Extended(),
    fc.ipV6().map((address) => `[${address}]`),
    fc.domain(),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  const text = fc
    .record({
      scheme: fc.constantFrom('https://', 'http://', 'https:', ''),
      host,
      port: fc.option(fc.nat(70_000)),
      path: fc.webPath(),
    })
    .map(({ scheme, host, port, path }) => `${scheme}${host}${port === null ? '' : `:${port}`}${path}`);
  fc.assert(
    fc.property(text, (url) => {
      const judged = judgeTarget(url, []);
      if (!judged.ok) return;
      const { target } = judged;
      expect([target.url.protocol, target.url.username, target.url.password]).toEqual(['https:', '', '']);
      expect(target.url.port === '' || Number(target.url.port) >= 1024).toBe(true);
      if (target.address === null) expect(target.url.hostname).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+\.?$/);
      else expect(refusedAddress(target.address)).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

describe('private hosts that the operator allows', () => {
  const judge = webhookUrlJudge([
    'localhost',
    '10.0.0.5:8080',
    '[::1]:9000',
    'fd00::7',
    'Receiver:80',
    '127.1',
    'shop.internal',
  ]);

  it.each([
    'http://localhost/hook',
    'http://localhost:5000/hook',
    'https://localhost:5001/hook',
    'http://10.0.0.5:8080/',
    'http://[::1]:9000/',
    'http://[fd00::7]:1234/',
    'http://receiver/',
    'http://127.0.0.1:3333/',
    'http://localhost:25/',
    'https://localhost:22/',
    'http://127.0.0.1/',
    'http://shop.internal/',
  ])('%s is taken, also as plain http and on any port', (url) => {
    expect(judge(url, 'sandbox')).toBeUndefined();
    expect(judge(url, 'production')).toBeDefined();
  });

  it.each([
    'http://10.0.0.5/',
    'http://10.0.0.5:8081/',
    'http://10.0.0.6:8080/',
    'http://[::1]:9001/',
    'http://receiver:81/',
    'http://localhost.example.com/',
    'http://app.localhost/',
    'http://localhost./',
    'http://shop.internal.example.com/',
    'http://other.internal/',
    'http://user:pass@localhost/',
    'http://@localhost/',
    'http://shop.example.com/',
  ])('%s is not', (url) => {
    expect(judge(url, 'sandbox')).toBeDefined();
  });

  it('an entry that cannot be read allows nothing, not even half of it', () => {
    const odd = webhookUrlJudge([
      '',
      ' ',
      ':80',
      '*',
      'http://localhost',
      'a b',
      '/',
      'x@localhost',
      'localhost/a',
      'a#b',
      'c?d',
    ]);
    for (const host of ['localhost', 'http', 'a', 'b', 'c', '127.0.0.1', '10.0.0.1', 'shop.example.com']) {
      expect(odd(`http://${host}/`, 'sandbox')).toBeDefined();
    }
  });
});

it('a literal address is told apart from a name, in canonical form', () => {
  expect(judgeTarget('https://0x08080808/', [])).toMatchObject({ ok: true, target: { address: '8.8.8.8' } });
  expect(judgeTarget('https://[2606:4700:0::1111]/', [])).toMatchObject({ target: { address: '2606:4700::1111' } });
  expect(judgeTarget('https://shop.example.com/', [])).toMatchObject({ target: { address: null } });
});
