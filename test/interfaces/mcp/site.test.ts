import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { foreignSite } from '../../../interfaces/mcp/site.ts';

const isForeign = (
  site: { readonly baseUrl: string; readonly production: boolean },
  headers: { readonly host: string; readonly origin?: string },
): boolean => {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  return foreignSite(request, site) !== null;
};

describe('the site of the tool server', () => {
  const away = { baseUrl: 'https://assay.example', production: true };
  const here = { baseUrl: 'http://localhost:8080', production: true };

  it('has every name of this machine when its address is here, in production too', () => {
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'localhost']) {
      assert.equal(isForeign(here, { host }), false, host);
      assert.equal(isForeign(away, { host }), true, host);
      assert.equal(isForeign({ ...away, production: false }, { host }), false, host);
    }
    for (const host of ['evil.example', '10.0.0.1:8080', 'localhost.evil.example']) {
      for (const site of [here, away]) assert.equal(isForeign(site, { host }), true, host);
    }
  });

  it('serves pages of its address and tools on the own machine, and no others', () => {
    const host = 'assay.example';
    for (const origin of [
      'https://assay.example',
      'http://localhost:6274',
      'http://127.0.0.1:6274',
    ]) {
      assert.equal(isForeign(away, { host, origin }), false, origin);
    }
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      for (const site of [{ ...here }, { ...away }]) {
        const name = new URL(site.baseUrl).host;
        assert.equal(isForeign(site, { host: name, origin }), true, origin);
      }
    }
  });
});
