import { describe, expect, it } from 'vitest';
import {
  type Bench,
  type ConformingCall,
  type ConformingRail,
  createBench,
  impatientMs,
} from './conformance-bench.fixture.ts';
import { cut, hang, json, type Reply, type SeenRequest, startFakeProvider, text } from './kit/testing.ts';

/** Texts that a server in front of a network answers. None of them proves anything. */
const foreignTexts: Record<string, string> = {
  'an empty body': '',
  'a page': '<html><title>Bad gateway</title></html>',
  'half an object': '{"data":{"transaction":{"id":"',
  'an empty object': '{}',
  'an array': '[{"status":"TS"}]',
  null: 'null',
  'a number': '200',
  'a deep object': `${'{"data":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
  'a prototype': '{"__proto__":{"success":true},"constructor":{"status":{"success":true}}}',
  'bytes that are no text': '\u0000\ufffd\u0001',
};
/** Statuses that prove nothing, even without a body that does. */
const openStatuses = [200, 202, 302, 408, 409, 500, 502, 503, 504];
/** The connection ends in the middle of an answer. */
const halfAnswers: Record<string, Reply> = {
  'before the answer': cut,
  'in the head': (_response, _seen, socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-le'),
  'after the head': (_response, _seen, socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n'),
  'in the body': (_response, _seen, socket) =>
    void socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"data":{"tr'),
  'by what is no HTTP': (_response, _seen, socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
};
const open = { money: ['unknown'], question: ['no_answer', 'pending'] };
/** Nothing was sent: certain for money, no answer for a question. */
const neverSent = { money: ['rejected'], question: ['no_answer'] };

/** What every network promises about every call. `names` are those of the calls that `start` returns. */
export function describeConformance(rail: ConformingRail, names: readonly string[]): void {
  const bench = createBench(rail);
  describe.each(names)('%s', (name) => {
    itIsSentOnce(rail, bench, name);
    itIsOpen(rail, bench, name);
    itIsCertainlyNotSent(rail, bench, name);
    itShowsNoSecret(rail, bench, name);
  });
}

const kindsOf = (call: ConformingCall, kinds: typeof open) => (call.movesMoney ? kinds.money : kinds.question);

function itIsSentOnce(rail: ConformingRail, { begin }: Bench, name: string): void {
  it('is sent once, with a token that is fetched once for many', async () => {
    const { call, tokens, sent } = await begin(name, ({ accepted }) => accepted);
    const outcomes = await Promise.all([call.make(), call.make(), call.make()]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(3).fill(call.acceptedKind));
    expect(tokens).toHaveLength(1);
    expect(sent).toHaveLength(3);
  });

  it('is repeated once, as it was, after a refused token', async () => {
    const { call, tokens, sent } = await begin(name, ({ accepted }, _seen, nth) =>
      nth === 1 ? rail.refusedToken : accepted,
    );
    expect((await call.make()).kind).toBe(call.acceptedKind);
    expect(tokens).toHaveLength(2);
    const [first, second] = sent.map((seen) => withoutSecrets(seen, rail.secretsIn(seen)));
    expect(second).toEqual(first);
    expect(sent.map(({ headers }) => headers.authorization)).toEqual([1, 2].map((n) => `Bearer ${rail.token(n).text}`));
  });

  it('is sent twice at most when every token is refused', async () => {
    const { call, sent } = await begin(name, () => rail.refusedToken);
    expect(kindsOf(call, neverSent)).toContain((await call.make()).kind);
    expect(sent).toHaveLength(2);
  });

  it('is not repeated after any other refusal or doubt', async () => {
    for (const saying of rail.saying) {
      const { call, sent } = await begin(name, () => saying('No'));
      await call.make();
      expect(sent).toHaveLength(1);
    }
  });

  it('is not sent after its time', async () => {
    const { call, sent } = await begin(name, ({ accepted }) => accepted);
    if (call.makeTooLate === undefined) return;
    expect(await call.makeTooLate()).toMatchObject({ kind: 'rejected', by: 'unreachable', code: 'too_late' });
    expect(sent).toEqual([]);
  });
}

function itIsOpen(rail: ConformingRail, { begin }: Bench, name: string): void {
  it.each(Object.entries(halfAnswers))(
    'is open when the connection ends %s, and is not sent again',
    async (_cut, reply) => {
      const { call, sent } = await begin(name, () => reply);
      expect(kindsOf(call, open)).toContain((await call.make()).kind);
      expect(sent).toHaveLength(1);
    },
  );

  it('is open when no answer comes, within its time', async () => {
    const { call, sent } = await begin(name, () => hang, impatientMs);
    expect(kindsOf(call, open)).toContain((await call.make()).kind);
    expect(sent).toHaveLength(1);
  });

  it.each(Object.entries(foreignTexts))(
    'is open after %s under any status that proves nothing',
    async (_what, body) => {
      const statuses = [...openStatuses];
      const { call, sent } = await begin(name, () => text(statuses.shift() ?? 500, body));
      for (const status of openStatuses) {
        expect(kindsOf(call, open), `HTTP ${status}`).toContain((await call.make()).kind);
      }
      expect(sent).toHaveLength(openStatuses.length);
    },
  );

  it.each(Object.entries(rail.unknownWords))('is open after %s', async (_what, reply) => {
    const { call, sent } = await begin(name, () => reply);
    const outcome = await call.make();
    const said = JSON.stringify(outcome);
    // A network may tell that it is open; it never tells an end.
    if (!/"outcome":"open"/.test(said)) expect(kindsOf(call, open), said).toContain(outcome.kind);
    expect(sent).toHaveLength(1);
  });
}

function itIsCertainlyNotSent(rail: ConformingRail, bench: Bench, name: string): void {
  it('is certainly not sent when nobody listens', async () => {
    const nobody = await startFakeProvider(() => hang);
    await nobody.close();
    const { call } = bench.callAt(nobody.url, name);
    expect(kindsOf(call, neverSent)).toContain((await call.make()).kind);
  });

  it.each<[string, Reply]>([
    ['that is cut', cut],
    ['that never comes', hang],
    ['of HTTP 500', text(500, '')],
    ['of a page', text(200, '<html>')],
    ['without a token', json(200, {})],
  ])('is certainly not sent after a token request %s', async (_how, reply) => {
    const fake = await bench.fakeOf((seen) => (rail.isTokenRequest(seen) ? reply : hang));
    const { call } = bench.callAt(fake.url, name, impatientMs);
    expect(kindsOf(call, neverSent)).toContain((await call.make()).kind);
    expect(fake.seen.filter((seen) => !rail.isTokenRequest(seen))).toEqual([]);
  });
}

function itShowsNoSecret(rail: ConformingRail, { begin }: Bench, name: string): void {
  it('shows no secret, whatever the network echoes', async () => {
    for (const saying of rail.saying) {
      const { call, sent, logged } = await begin(name, (_call, seen) =>
        saying(
          ['Echo:', ...rail.secrets, ...rail.secretsIn(seen), seen.headers.authorization].join(' ').slice(0, 4_000),
        ),
      );
      const shown = `${JSON.stringify(await call.make())} ${logged()}`;
      const secrets = [...rail.secrets, rail.token(1).text, ...sent.flatMap(rail.secretsIn)];
      for (const secret of secrets) expect(shown).not.toContain(secret.slice(0, 12));
    }
  });
}

/** What a request says, without what is random in it. */
function withoutSecrets({ method, path, headers, body }: SeenRequest, secrets: readonly string[]) {
  const { authorization: _, ...rest } = headers;
  const shown = JSON.stringify({ method, path, rest, body });
  return secrets.reduce((text, secret) => text.replaceAll(secret, '***'), shown);
}
