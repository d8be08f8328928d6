import { admitMessage } from '../application/access/admit-message.ts';
import { admitRequest } from '../application/access/admit-request.ts';
import { authenticate } from '../application/access/authenticate.ts';
import { getUsage } from '../application/ledger/get-usage.ts';
import { refused, success } from '../domain/shared/refusal.ts';
import { randomIds } from '../infrastructure/system/random-ids.ts';
import { startTelemetry } from '../infrastructure/telemetry/telemetry.ts';
import { openCore, supportPorts } from '../interfaces/composition.ts';
import { addressOf, readConfig } from '../interfaces/config.ts';
import { createHttpApp } from '../interfaces/http/app.ts';
import { createHttpServer } from '../interfaces/http/server.ts';
import { agentApplication, oauthApplication } from '../interfaces/oauth-application.ts';

// The same server with tools that do nothing: credential, rate, protocol and encoding are as they are.
const config = readConfig(process.env);
const telemetry = await startTelemetry({ otlpEndpoint: null, log: { level: 'info' } });
const core = await openCore(config, (cause) => {
  throw cause;
});
await core.stores.prepared();
const ports = supportPorts(core);
const baseUrl = addressOf(config);
const admission = { rateWindows: core.stores.rateWindows, clock: ports.clock };
const nothing = { reportJson: '{}', creditsUsed: 0, creditsRemaining: 0, replayed: false };

type Application = Parameters<typeof createHttpApp>[0];
const checks: Application['rest'] & Application['mcp'] = {
  authenticate: (command) => authenticate(ports, command),
  admitRequest: (command) => admitRequest(admission, command),
  admitMessage: (command) => admitMessage(admission, command),
  runCheck: async () => success(nothing),
  estimateCheck: async () => refused('not_found', 'this server has no prices'),
  getUsage: ({ caller }) => getUsage(ports, caller),
  readiness: async () => ({ ready: true, checks: {} }),
};
const access = { ...ports, ...(await core.openOAuth(baseUrl)) };
const freshRequestId = (): string => randomIds.uuid();
const { trustedProxies, production } = config;
const app = createHttpApp(
  {
    rest: checks,
    mcp: checks,
    oauth: oauthApplication(access),
    agents: agentApplication(access),
  },
  {
    ...telemetry,
    telemetry,
    freshRequestId,
    baseUrl,
    trustedProxies,
    production,
    securityContact: null,
  },
);
createHttpServer(app, { freshRequestId }).listen(config.port, config.host);
