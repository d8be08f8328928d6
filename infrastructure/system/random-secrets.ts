import { randomBytes, randomInt } from 'node:crypto';
import type { Secrets } from '../../application/ports/secrets.ts';

/** 256 bits, as DECISIONS asks for every credential; 43 characters of base64url. */
const secretBytes = 32;

export const randomSecrets: Secrets = {
  credential: (prefix) => prefix + randomBytes(secretBytes).toString('base64url'),
  digits: (count) => Array.from({ length: count }, () => randomInt(10)).join(''),
};
