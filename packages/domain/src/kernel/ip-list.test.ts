import { describe, expect, it } from 'vitest';
import { createIpList, ipListSchema } from './ip-list.ts';

describe('a list of addresses', () => {
  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.1.2.3/8', '10.9.9.9', true],
    ['203.0.113.9', '203.0.113.9', true],
    ['203.0.113.9', '203.0.113.8', false],
    ['203.0.113.9/32', '203.0.113.9', true],
    ['0.0.0.0/0', '8.8.8.8', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['10.0.0.0/8', '::ffff:10.0.0.1', true],
    ['10.0.0.0/8', '::FFFF:10.0.0.1', true],
    ['2001:db8::/32', '2001:db8:1::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8::1', '2001:0db8:0:0::1', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['10.0.0.0/8', '', false],
    ['10.0.0.0/8', 'localhost', false],
  ])('with %s has %s: %s', (range, address, expected) => {
    expect(createIpList(ipListSchema.parse([range]))(address)).toBe(expected);
  });

  it('with several ranges has the addresses of each', () => {
    const has = createIpList(['10.0.0.0/8', '2001:db8::/32']);
    expect(['10.0.0.1', '2001:db8::1', '192.0.2.1', '2001:db9::1'].map(has)).toEqual([true, true, false, false]);
  });

  it('without ranges has every address', () => {
    expect(createIpList([])('192.0.2.1')).toBe(true);
    expect(createIpList([])('')).toBe(true);
  });

  it('has each range once, in lower case and without spaces', () => {
    expect(ipListSchema.parse([' 10.0.0.1 ', '10.0.0.1', '2001:DB8::/32'])).toEqual(['10.0.0.1', '2001:db8::/32']);
  });

  it.each([
    '',
    'office',
    '10.0.0.0/33',
    '10.0.0/8',
    '010.0.0.1',
    '10.0.0.1-10.0.0.9',
    '2001:db8::/129',
    '2001:db8::1%eth0',
    '::ffff:10.0.0.1',
    '::ffff:10.0.0.0/104',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
  ])('does not take %j', (range) => {
    expect(ipListSchema.safeParse([range]).success).toBe(false);
  });

  it('takes 50 ranges at most', () => {
    const ranges = Array.from({ length: 51 }, (_, index) => `10.0.0.${index}`);
    expect(ipListSchema.safeParse(ranges).success).toBe(false);
    expect(ipListSchema.safeParse(ranges.slice(1)).success).toBe(true);
  });
});
