import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { patientLookup, type Resolve } from './lookup.ts';

type Answer = { code: string | undefined; addresses: string | LookupAddress[] };

function lookUp(name: string, resolve: Resolve, options: { all?: boolean; family?: number } = {}): Promise<Answer> {
  return new Promise((done) => {
    patientLookup(resolve)(name, options, (error, addresses) => done({ code: error?.code, addresses }));
  });
}

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(`queryA ${code}`), { code }));
const never = () => {
  throw new Error('The DNS was asked.');
};

describe('the lookup of hosts that the operator names', () => {
  it('answers what the DNS says', async () => {
    const resolve = async () => ['192.0.2.1', '2001:db8::1'];
    expect(await lookUp('api.example.com', resolve, { all: true })).toEqual({
      code: undefined,
      addresses: [
        { address: '192.0.2.1', family: 4 },
        { address: '2001:db8::1', family: 6 },
      ],
    });
    expect(await lookUp('api.example.com', resolve)).toMatchObject({ addresses: '192.0.2.1' });
    expect(await lookUp('api.example.com', resolve, { family: 6 })).toMatchObject({ addresses: '2001:db8::1' });
  });

  it.each(['ETIMEOUT', 'ESERVFAIL', 'EREFUSED'])(
    'does not ask the system when the name servers say %s',
    async (code) => {
      // The system reads it as 127.0.0.1.
      expect(await lookUp('127.1', failing(code), { all: true })).toEqual({ code, addresses: [] });
      expect(await lookUp('127.1', failing(code))).toEqual({ code, addresses: '' });
    },
  );

  it.each(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])('leaves a name to the system after %s', async (code) => {
    expect(await lookUp('127.1', failing(code), { family: 4 })).toEqual({
      code: undefined,
      addresses: '127.0.0.1',
    });
  });

  it('leaves a name without a dot to the system, such as that of a container', async () => {
    expect(await lookUp('localhost', never, { family: 4 })).toEqual({ code: undefined, addresses: '127.0.0.1' });
  });
});
