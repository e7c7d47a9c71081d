import { permissions } from '@tillgate/domain';
import { permissionsOf } from '@tillgate/domain/organizations';
import { describe, expect, it } from 'vitest';
import { isCurrent, navigation, pageInEnvironment, visibleSections } from './navigation.ts';
import { navigationIcons } from './navigation-icons.tsx';

const names = (sections: ReturnType<typeof visibleSections>) =>
  sections.flatMap(({ pages }) => pages.map((page) => page.name));

describe('the rail', () => {
  it('has an icon for each page', () => {
    const all = navigation.flatMap(({ pages }) => pages.map(({ name }) => name));
    expect(Object.keys(navigationIcons()).sort()).toEqual(all.sort());
  });

  it('shows every page to an owner, the handset in the sandbox alone', () => {
    const all = navigation.flatMap(({ pages }) => pages.map(({ name }) => name));
    expect(names(visibleSections(permissions, 'sandbox'))).toEqual(all);
    expect(names(visibleSections(permissions, 'production'))).toEqual(all.filter((name) => name !== 'handset'));
  });

  it('shows a role what it may see and no empty section', () => {
    const support = visibleSections(permissionsOf('support'), 'production');
    expect(names(support)).toEqual(
      expect.arrayContaining(['home', 'payments', 'collect', 'approvals', 'events', 'catalogue']),
    );
    expect(names(support)).not.toEqual(expect.arrayContaining(['keys']));
    expect(support.map(({ name }) => name)).toEqual([undefined, 'finance', 'developers']);
    expect(visibleSections([], 'sandbox')).toEqual([]);
  });

  it('has no figures for who may not read them', () => {
    const others = permissions.filter((permission) => permission !== 'reports.read');
    expect(names(visibleSections(others, 'production')).filter((name) => /^(?:home|reports)$/.test(name))).toEqual([]);
  });

  it.each([
    ['', 'home'],
    ['reports', 'reports'],
    ['payments', 'payments'],
    ['payments/0199', 'payments'],
    ['payouts/new', 'payouts'],
    ['developers/endpoints/0199', 'webhooks'],
    ['developers/deliveries/0199', 'webhooks'],
  ])('marks one page as the current one at "%s"', (address, name) => {
    const current = navigation.flatMap(({ pages }) => pages).filter((page) => isCurrent(page, address));
    expect(current.map((page) => page.name)).toEqual([name]);
  });

  it.each([
    ['payments', 'payments'],
    ['payments/0199', 'payments'],
    ['payouts/new', 'payouts'],
    ['developers/deliveries/0199', 'developers/endpoints'],
    ['handset', ''],
    ['nowhere', ''],
    ['', ''],
  ])('keeps the list at "%s" when the environment is switched', (address, expected) => {
    expect(pageInEnvironment(address, 'production')).toBe(expected);
  });
});
