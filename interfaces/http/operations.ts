import { success } from '../../domain/shared/refusal.ts';
import type { HttpEnvironment, RestApplication } from './application.ts';
import { type Endpoint, jsonType } from './exchange.ts';
import { unavailableStatus } from './problems.ts';

/** For those who run the service: is the process alive, can it work, how is it doing. */
export function operationEndpoints(
  application: Pick<RestApplication, 'readiness'>,
  environment: Pick<HttpEnvironment, 'metricsText'>,
): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/health',
      handle: async () => success({ contentType: jsonType, body: '{"status":"ok"}' }),
    },
    {
      method: 'GET',
      path: '/ready',
      handle: async () => {
        const { ready, checks } = await application.readiness();
        const body = JSON.stringify({ ready, checks });
        return success({ contentType: jsonType, body, ...(ready ? {} : unavailable) });
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      handle: async () => {
        const body = await environment.metricsText();
        return success({ contentType: 'text/plain; version=0.0.4; charset=utf-8', body });
      },
    },
  ];
}

const unavailable = { status: unavailableStatus };
