import { describe, expect, it } from 'vitest';
import { parseCondition, parseExpression } from './expression.ts';

const event = { id: 'e', name: 'n', ts: 1, data: { endpoint: { id: 'x' }, function_id: 'app-f' } };

describe('parseExpression', () => {
  it('follows a path into the event', () => {
    expect(parseExpression('event.data.endpoint.id')?.(event)).toBe('x');
    expect(parseExpression('event.name')?.(event)).toBe('n');
  });

  it('has no value where the path leads nowhere, and never reaches a prototype', () => {
    expect(parseExpression('event.data.none.deeper')?.(event)).toBeUndefined();
    expect(parseExpression('event.data.constructor')?.(event)).toBeUndefined();
  });

  it('reads a quoted constant', () => {
    expect(parseExpression(`'all'`)?.(event)).toBe('all');
    expect(parseExpression('"all"')?.(event)).toBe('all');
  });

  it.each(['event.data.a + event.data.b', 'size(event.data.a)', 'event.data["a"]', 'async.data.a', '1', ''])(
    'refuses %j instead of approximating it',
    (source) => {
      expect(parseExpression(source)).toBeUndefined();
    },
  );
});

describe('parseCondition', () => {
  it('compares two expressions', () => {
    expect(parseCondition(`event.data.function_id == 'app-f'`)?.(event)).toBe(true);
    expect(parseCondition(`event.data.function_id == 'other'`)?.(event)).toBe(false);
  });

  it.each([`event.data.a != 'x'`, `event.data.a == 'x' && event.data.b == 'y'`, 'event.data.a', `event.data.a == 1`])(
    'refuses %j instead of approximating it',
    (source) => {
      expect(parseCondition(source)).toBeUndefined();
    },
  );
});
