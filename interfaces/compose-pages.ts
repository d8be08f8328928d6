import type { Mailer } from '../application/ports/mailer.ts';
import type { Telemetry } from '../application/ports/telemetry.ts';
import { logMailer } from '../infrastructure/mail/log-mailer.ts';
import { noMailer } from '../infrastructure/mail/no-mailer.ts';
import { passkeyCeremonies } from '../infrastructure/passkeys/passkey-ceremonies.ts';
import { type Core, supportPorts } from './composition.ts';
import { addressOf, type Config } from './config.ts';
import type { AuthorizePorts } from './http/oauth/authorize-request.ts';
import { addressed } from './open-stores.ts';
import { webApplication } from './web/web-application.ts';

/** The pages that people see, and what they need of this process. */
export async function openPages(
  config: Config,
  running: {
    readonly core: Core;
    readonly telemetry: Telemetry;
    readonly findClient: AuthorizePorts['findClient'];
    readonly background: (task: () => Promise<void>) => void;
  },
) {
  const { core, telemetry, background, findClient } = running;
  const ports = supportPorts(core);
  const { hasher, clock, secrets } = ports;
  const issuer = addressOf(config);
  const { origin } = new URL(issuer);
  const own = {
    ...ports,
    telemetry,
    background,
    mailer: await openMailer(config, telemetry),
    passkeyCeremonies: passkeyCeremonies({ origin, name: 'Assay' }),
  };
  const application = webApplication(own, { issuer, findClient });
  const environment = {
    cookieSecret: hasher.keyedHash('web session cookie', ''),
    now: () => clock.now(),
    freshSecret: () => secrets.credential(''),
    sameText: (one: string, other: string) => hasher.sameDigest(one, other),
  };
  return { application, environment };
}

/** Without a mail server codes are shown on the console: to who tries the service out, never in production. */
async function openMailer(
  { smtp, mailFrom, production }: Config,
  telemetry: Telemetry,
): Promise<Mailer> {
  if (smtp !== null) {
    const { smtpMailer } = await import('../infrastructure/mail/smtp-mailer.ts');
    return addressed('ASSAY_SMTP', () => smtpMailer({ url: smtp, from: mailFrom }));
  }
  if (!production) return logMailer((line) => void process.stdout.write(line));
  telemetry.log('warn', 'ASSAY_SMTP is not set: nobody can sign in by a mailed code');
  return noMailer;
}
