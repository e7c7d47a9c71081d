import { describe, expect, it } from 'vitest';
import { startOf } from './places.ts';
import { readTenantPath, tenantPath } from './tenant.ts';

const place = (...ids: string[]) => ({
  organizationId: 'o',
  name: 'Shop',
  role: 'owner' as const,
  applications: ids.map((applicationId) => ({ applicationId, name: applicationId })),
  needs: null,
});

describe('the start', () => {
  it('is the place that was looked at last', () => {
    expect(startOf([place('a', 'b')], 'b/production')).toEqual({ applicationId: 'b', environment: 'production' });
    expect(startOf([place('a'), place('b')], 'b/sandbox')).toEqual({ applicationId: 'b', environment: 'sandbox' });
  });

  it('is the sandbox of the first application when that place is not theirs any more, or none is remembered', () => {
    const first = { applicationId: 'a', environment: 'sandbox' };
    expect(startOf([place(), place('a', 'b')], 'gone/production')).toEqual(first);
    expect(startOf([place('a')], undefined)).toEqual(first);
    expect(startOf([place('a')], 'a/moon')).toEqual(first);
  });

  it('is nowhere without an application', () => {
    expect(startOf([place()], 'a/sandbox')).toBeUndefined();
    expect(startOf([], undefined)).toBeUndefined();
  });
});

describe('the address of a tenant page', () => {
  it.each(['', 'payments', 'developers/endpoints/0199'])('"%s" is read back as it was written', (page) => {
    const tenant = { applicationId: 'a', environment: 'production' } as const;
    expect(readTenantPath(tenantPath(tenant, page))).toEqual({ tenant, page });
  });

  it.each(['/', '/account', '/a/x', '/a/x/moon', '/a/x/sandboxes'])('is not %s', (path) => {
    expect(readTenantPath(path)).toBeUndefined();
  });
});
