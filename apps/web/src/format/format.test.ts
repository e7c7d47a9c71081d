import { describe, expect, it } from 'vitest';
import { formatMoney, formatNumber, formatShare } from './money.ts';
import { formatPhone, maskPhone } from './phone.ts';
import { relativeText, timeText, waitText } from './time-text.ts';

describe('money', () => {
  it.each([
    [0, 'KES 0'],
    [999, 'KES 999'],
    [1_234, 'KES 1,234'],
    [250_000, 'KES 250,000'],
    [-1_500, 'KES −1,500'],
    [69_711.5, 'KES 69,711.50'],
    [0.1 + 0.2, 'KES 0.30'],
    [-20.25, 'KES −20.25'],
    ['1234567.00', 'KES 1,234,567'],
    ['0', 'KES 0'],
    ['250.5', 'KES 250.50'],
    ['-10.25', 'KES −10.25'],
    ['much', 'KES much'],
  ])('%s is shown as %s', (amount, text) => expect(formatMoney(amount)).toBe(text));

  it('sums larger than a number can hold are exact', () => {
    expect(formatMoney(-90_071_992_547_409_931n)).toBe('KES −90,071,992,547,409,931');
  });

  it('counts have commas and shares one digit', () => {
    expect(formatNumber(10_000_000)).toBe('10,000,000');
    expect(formatShare(0.9731)).toBe('97.3\u00a0%');
    expect(formatShare(1)).toBe('100\u00a0%');
  });
});

describe('a phone', () => {
  it.each([
    ['254712345678', '0712345678', '0712…678'],
    ['+254712345678', '0712345678', '0712…678'],
    ['0712345678', '0712345678', '0712…678'],
    ['255712345678', '+255712345678', '+255…678'],
    ['2547 ***** 126', '2547 ***** 126', '07…126'],
    ['254708***430', '254708***430', '0708…430'],
    ['0712…678', '0712…678', '0712…678'],
    ['…', '…', '…'],
    ['', '', ''],
  ])('%s is %s whole and %s in lists', (phone, whole, masked) => {
    expect(formatPhone(phone)).toBe(whole);
    expect(maskPhone(phone)).toBe(masked);
  });
});

describe('a moment', () => {
  const nairobi = { locale: 'en', timeZone: 'Africa/Nairobi' } as const;

  it('is shown by the clock that the person chose, with 24 hours', () => {
    const late = '2026-07-18T21:05:09.000Z';
    expect(timeText(late, 'dateTime', nairobi)).toBe('19 Jul 2026, 00:05');
    expect(timeText(late, 'dateTime', { locale: 'sw', timeZone: 'UTC' })).toBe('18 Jul 2026, 21:05');
    expect(timeText(late, 'dateTimeSeconds', nairobi)).toBe('19 Jul 2026, 00:05:09');
    expect(timeText(late, 'date', nairobi)).toBe('19 Jul 2026');
    expect(timeText(late, 'timeSeconds', nairobi)).toBe('00:05:09');
    expect(timeText(late, 'dateTime', nairobi, new Date('2026-01-01T00:00:00Z'))).toBe('19 Jul, 00:05');
    // In Nairobi the year begins three hours before it does in UTC.
    const newYear = new Date('2025-12-31T21:00:00Z');
    expect(timeText(late, 'date', nairobi, newYear)).toBe('19 Jul');
    expect(timeText(late, 'date', { locale: 'en', timeZone: 'UTC' }, newYear)).toBe('18 Jul 2026');
    expect(timeText('2026-05-01T10:00:00Z', 'date', { ...nairobi, locale: 'sw' })).toBe('1 Mei 2026');
  });

  it('can be told from now', () => {
    const now = new Date('2026-07-18T12:00:00Z');
    expect(relativeText('2026-07-18T11:55:00Z', now, 'en')).toBe('5 minutes ago');
    expect(relativeText('2026-07-20T12:00:00Z', now, 'en')).toBe('in 2 days');
    expect(relativeText('2026-07-18T12:00:00Z', now, 'en')).toBe('now');
    expect(relativeText('2026-07-18T11:59:43Z', now, 'sw')).toBe('sekunde 17 zilizopita');
  });
});

describe('a wait', () => {
  it.each([
    [1, '1 second', 'sekunde 1'],
    [90, '90 seconds', 'sekunde 90'],
    [91, '2 minutes', 'dakika 2'],
    [840, '14 minutes', 'dakika 14'],
    [885, '15 minutes', 'dakika 15'],
    [5_400, '90 minutes', 'dakika 90'],
    [86_400, '24 hours', 'saa 24'],
  ])('of %d s is never too short', (seconds, en, sw) => {
    expect([waitText(seconds, 'en'), waitText(seconds, 'sw')]).toEqual([en, sw]);
  });
});
