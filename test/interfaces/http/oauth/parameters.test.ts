import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readParameters } from '../../../../interfaces/http/oauth/parameters.ts';

describe('parameters of a query or a form', () => {
  it('are decoded, with + for a space', () => {
    const parameters = readParameters('a=1+2&b=%C3%A9%2B&c');
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((name) => parameters.one(name)),
      ['1 2', 'é+', null, null],
    );
  });

  it('count as not sent without a value', () => {
    const parameters = readParameters('a=&resource=&resource=https%3A%2F%2Fa');
    assert.equal(parameters.one('a'), null);
    assert.deepEqual(parameters.all('resource'), ['https://a']);
  });

  it('are named when they are repeated, resource excepted', () => {
    const text = 'a=1&b=1&a=1&resource=x&resource=y&c=&c=&__proto__=1&__proto__=2';
    assert.deepEqual(readParameters(text).repeated, ['a', 'c', '__proto__']);
  });

  it('are what was encoded, whatever it was', () => {
    const names = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 8 });
    const values = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(names, values, (given, value) => {
        const sent = new URLSearchParams(given.map((name): [string, string] => [name, value]));
        const parameters = readParameters(sent.toString());
        for (const name of given) assert.equal(parameters.one(name), value);
        assert.deepEqual(parameters.repeated, []);
      }),
    );
  });
});
