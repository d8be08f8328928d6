import { resourceAddress } from '../../../domain/access/resource.ts';
import { paths } from '../../http/oauth/addresses.ts';
import { ConnectPage } from '../pages/connect.tsx';
import type { PageRoute } from '../visit.ts';

/** How to connect a client: for everybody, signed in or not. */
export function connectRoutes(issuer: string): readonly PageRoute[] {
  const address = resourceAddress(issuer, 'mcp');
  return [
    {
      method: 'GET',
      path: paths.connectPage,
      handle: async ({ messages }) => ({
        kind: 'page',
        title: messages.connect.title,
        here: paths.connectPage,
        body: <ConnectPage messages={messages} address={address} />,
      }),
    },
  ];
}
