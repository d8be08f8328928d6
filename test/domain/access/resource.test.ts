import assert from 'node:assert/strict';
import { narrowed, readResources, resourceAddress } from '../../../domain/access/resource.ts';

const issuer = 'https://assay.example.org';

describe('the resources of RFC 8707', () => {
  it('have the addresses of the tool server and of the REST interface', () => {
    assert.equal(resourceAddress(issuer, 'mcp'), 'https://assay.example.org/mcp');
    assert.equal(resourceAddress(issuer, 'rest'), 'https://assay.example.org/v1');
  });

  it('are both where none is asked for', () => {
    assert.deepEqual(readResources(issuer, []), ['mcp', 'rest']);
  });

  it('are found by their address, however a client writes the same URL', () => {
    for (const value of [
      'https://assay.example.org/mcp',
      'https://assay.example.org/mcp/',
      'https://ASSAY.example.org:443/mcp',
    ]) {
      assert.deepEqual(readResources(issuer, [value]), ['mcp'], value);
    }
    const both = [resourceAddress(issuer, 'rest'), resourceAddress(issuer, 'mcp')];
    assert.deepEqual(readResources(issuer, [...both, ...both]), ['mcp', 'rest']);
  });

  it('are none where one value is another address, or no URI', () => {
    for (const value of [
      '',
      'mcp',
      '/mcp',
      issuer,
      `${issuer}/v2`,
      `${issuer}/mcp#x`,
      `${issuer}/mcp#`,
      `${issuer}/mcp?x=1`,
      `${issuer}/mcp/x`,
      'http://assay.example.org/mcp',
      'https://evil.example/mcp',
      'https://assay.example.org.evil.example/mcp',
    ]) {
      assert.equal(readResources(issuer, [value]), null, value);
      assert.equal(readResources(issuer, [`${issuer}/mcp`, value]), null, value);
    }
  });

  it('can be narrowed to what was approved and not widened', () => {
    assert.deepEqual(narrowed(['mcp', 'rest'], null), ['mcp', 'rest']);
    assert.deepEqual(narrowed(['mcp', 'rest'], ['mcp']), ['mcp']);
    assert.equal(narrowed(['mcp'], ['rest']), null);
    assert.equal(narrowed(['mcp'], ['mcp', 'rest']), null);
  });
});
