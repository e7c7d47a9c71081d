import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeTarget, refusedAddress, webhookUrlJudge } from './url.ts';

describe('addresses that webhooks must not reach', () => {
  it.each([
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.168.255.255',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '3ffe::1',
    '3fff::1',
    '3fff:fff:ffff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fdff:ffff::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    'ff02::1',
    'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'not an address',
    '',
  ])('%s', (address) => {
    expect(refusedAddress(address)).toBeTypeOf('string');
  });
});

describe('public addresses', () => {
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
        expect(refusedAddress(hidden)).toBeTypeOf('string');
      }
    }),
  );
});

describe('URLs that are refused when an endpoint is made', () => {
  const judge = webhookUrlJudge([]);

  it.each([
    'http://shop.example.com/hook',
    'ftp://shop.example.com/',
    'javascript:alert(1)',
    'shop.example.com/hook',
    '//shop.example.com',
    '',
    'https://',
    'https://user@shop.example.com/',
    'https://user:pass@shop.example.com/',
    'https://:pass@shop.example.com/',
    ' https://shop.example.com/',
    'https://shop.example.com/a b',
    'https://shop.exa\nmple.com/',
    'https://shop.example.com\\@10.0.0.1/',
    'https://shop.example.com:99999/',
    'https://localhost/',
    'https://localhost./',
    'https://LOCALHOST:8443/',
    'https://app.localhost/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://%31%32%37.0.0.1/',
    'https://１２７.0.0.1/',
    'https://0/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0xa9fea9fe/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fe80::1%25eth0]/',
    'https://[fd00:ec2::254]/',
    `https://shop.example.com/${'a'.repeat(2000)}`,
  ])('%j', (url) => {
    expect(judge(url)).toBeTypeOf('string');
  });

  it('says why', () => {
    expect(judge('https://127.1/')).toBe('The URL points to a loopback address.');
    expect(judge('https://u:p@shop.example.com/')).toBe('The URL must not contain credentials.');
  });
});

describe('URLs that are taken', () => {
  it.each([
    'https://shop.example.com',
    'https://shop.example.com:8443/hooks/tillgate?token=abc',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700::1111]/hook',
    'https://münchen.example/hook',
    'https://127.0.0.1.example.com/',
    `https://shop.example.com/${'a'.repeat(1900)}`,
  ])('%j', (url) => {
    expect(webhookUrlJudge([])(url)).toBeUndefined();
  });
});

describe('private hosts that the operator allows', () => {
  const judge = webhookUrlJudge(['localhost', '10.0.0.5:8080', '[::1]:9000', 'fd00::7', 'Receiver:80', '127.1']);

  it.each([
    'http://localhost/hook',
    'http://localhost:5000/hook',
    'https://localhost:5001/hook',
    'http://10.0.0.5:8080/',
    'http://[::1]:9000/',
    'http://[fd00::7]:1234/',
    'http://receiver/',
    'http://127.0.0.1:3333/',
  ])('%s is taken, also as plain http', (url) => {
    expect(judge(url)).toBeUndefined();
  });

  it.each([
    'http://10.0.0.5/',
    'http://10.0.0.5:8081/',
    'http://10.0.0.6:8080/',
    'http://[::1]:9001/',
    'http://receiver:81/',
    'http://localhost.example.com/',
    'http://app.localhost/',
    'http://user:pass@localhost/',
    'http://shop.example.com/',
  ])('%s is not', (url) => {
    expect(judge(url)).toBeTypeOf('string');
  });

  it('an entry that cannot be read allows nothing', () => {
    const odd = webhookUrlJudge(['', ' ', ':80', '*', 'http://localhost', 'a b', '/']);
    for (const url of ['http://localhost/', 'http://a/', 'http://127.0.0.1/', 'https://10.0.0.1/']) {
      expect(odd(url)).toBeTypeOf('string');
    }
  });
});

it('a literal address is told apart from a name, in canonical form', () => {
  expect(judgeTarget('https://0x08080808/', [])).toMatchObject({ ok: true, target: { address: '8.8.8.8' } });
  expect(judgeTarget('https://[2606:4700:0::1111]/', [])).toMatchObject({ target: { address: '2606:4700::1111' } });
  expect(judgeTarget('https://shop.example.com/', [])).toMatchObject({ target: { address: null } });
});
