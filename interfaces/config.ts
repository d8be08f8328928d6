import { z } from 'zod';
import { defaultMaxWords } from '../domain/checks/limits.ts';

const wholeNumber = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** What the sender of sign-in codes is called when nobody says. */
const defaultMailFrom = 'Assay <assay@localhost>';

/** The address may hold a password, so no message repeats it. */
const address = (schemes: readonly string[]) =>
  z
    .string()
    .refine((text) => schemes.some((scheme) => text.startsWith(`${scheme}//`)), {
      error: `expected an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    })
    .optional();

const settings = z
  .object({
    NODE_ENV: z.string().optional(),
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    HOST: z.string().default('0.0.0.0'),
    ASSAY_BASE_URL: z
      .url()
      .refine((url) => !url.endsWith('/'), 'no trailing slash')
      .optional(),
    ASSAY_DATA_DIR: z.string().min(1).default('./data'),
    ASSAY_SECRET: z.string().min(32, 'at least 32 characters').optional(),
    ASSAY_EVENTSTORE: address(['esdb:', 'esdb+discover:']),
    ASSAY_MONGODB: address(['mongodb:', 'mongodb+srv:']),
    ASSAY_CHECKPOINT_KEY: z.string().min(1).optional(),
    ASSAY_SMTP: address(['smtp:', 'smtps:']),
    ASSAY_MAIL_FROM: z.string().min(3).default(defaultMailFrom),
    ASSAY_ALLOWANCE_PRO: wholeNumber.default(500_000),
    ASSAY_ALLOWANCE_TEAM: wholeNumber.default(2_000_000),
    ASSAY_MAX_WORDS: wholeNumber.default(defaultMaxWords),
    ASSAY_ANALYSIS_WORKERS: z.coerce.number().int().min(1).max(64).default(2),
    ASSAY_SHUTDOWN_SECONDS: z.coerce.number().min(0).max(600).default(30),
    ASSAY_TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
    ASSAY_SECURITY_CONTACT: z
      .url({ protocol: /^(?:https|mailto|tel)$/, error: 'expected mailto:, https: or tel:' })
      .regex(/^[!-~]+$/, 'expected an address on one line')
      .optional(),
    ASSAY_CLIENT_METADATA_HOSTS: z.string().default(''),
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.ASSAY_SECRET !== undefined, {
    path: ['ASSAY_SECRET'],
    message: 'required when NODE_ENV=production',
  })
  .refine((env) => !usesServers(env) || env.ASSAY_SECRET !== undefined, {
    path: ['ASSAY_SECRET'],
    message:
      'required with ASSAY_EVENTSTORE or ASSAY_MONGODB, and the same on every node: what one node writes under it the others have to read',
  });

function usesServers(env: {
  readonly ASSAY_EVENTSTORE?: string | undefined;
  readonly ASSAY_MONGODB?: string | undefined;
}): boolean {
  return env.ASSAY_EVENTSTORE !== undefined || env.ASSAY_MONGODB !== undefined;
}

/** All settings of a process, checked once at its start. */
export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** The issuer, without a trailing slash; null until the port is known. */
  readonly baseUrl: string | null;
  readonly dataFolder: string;
  /** Address of the EventStoreDB that keeps the log; null: a file in the data folder does. */
  readonly eventStore: string | null;
  /** Address of the MongoDB that keeps everything beside the log; null: files in the data folder do. */
  readonly mongodb: string | null;
  readonly secret: string | null;
  /** The private key that signs checkpoints, as PEM, or a file that holds it; null: one in the data folder. */
  readonly checkpointKey: string | null;
  readonly allowances: { readonly free: number; readonly pro: number; readonly team: number };
  /** Where sign-in codes are mailed through; null: see `production`. */
  readonly smtp: string | null;
  readonly mailFrom: string;
  readonly maxWords: number;
  readonly analysisWorkers: number;
  /** Running requests get this long to finish when the process is told to stop. */
  readonly shutdownGraceMs: number;
  /** How many proxies of our own stand before this process and say in X-Forwarded-For whom they saw. */
  readonly trustedProxies: number;
  /** Whom leaked credentials are reported to, a URI; null: nobody is named. */
  readonly securityContact: string | null;
  /** Hosts whose client metadata documents are read even from an address that is not public. */
  readonly clientMetadataHosts: readonly string[];
  readonly otlpEndpoint: string | null;
}

/** A setting is off; the message names it, and never repeats an address, which may hold a password. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(faults: readonly string[]) {
    super(`settings are off: ${faults.join('; ')}`);
  }
}

/** @throws SettingsError naming every setting that is off. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const parsed = settings.safeParse(environment);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new SettingsError(faults);
  }
  const env = parsed.data;
  return {
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST,
    baseUrl: env.ASSAY_BASE_URL ?? null,
    dataFolder: env.ASSAY_DATA_DIR,
    eventStore: env.ASSAY_EVENTSTORE ?? null,
    mongodb: env.ASSAY_MONGODB ?? null,
    secret: env.ASSAY_SECRET ?? null,
    checkpointKey: env.ASSAY_CHECKPOINT_KEY ?? null,
    allowances: { free: 0, pro: env.ASSAY_ALLOWANCE_PRO, team: env.ASSAY_ALLOWANCE_TEAM },
    smtp: env.ASSAY_SMTP ?? null,
    mailFrom: env.ASSAY_MAIL_FROM,
    maxWords: env.ASSAY_MAX_WORDS,
    analysisWorkers: env.ASSAY_ANALYSIS_WORKERS,
    shutdownGraceMs: env.ASSAY_SHUTDOWN_SECONDS * 1000,
    trustedProxies: env.ASSAY_TRUSTED_PROXIES,
    securityContact: env.ASSAY_SECURITY_CONTACT ?? null,
    clientMetadataHosts: env.ASSAY_CLIENT_METADATA_HOSTS.split(',')
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ''),
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
  };
}

/** Where people and programs find this service, without a trailing slash. */
export function addressOf({ baseUrl, port }: Config): string {
  return baseUrl ?? `http://localhost:${port}`;
}
