import { execFileSync } from 'node:child_process';

/**
 * Makes a certificate of its own authority, in files. False where the machine has no openssl.
 * @param names as openssl takes them, `DNS:localhost` when left out
 */
export function makeCertificate(files: {
  readonly certificate: string;
  readonly key: string;
  readonly names?: string;
}): boolean {
  const { certificate, key, names = 'DNS:localhost' } = files;
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`];
  const output = ['-keyout', key, '-out', certificate, '-nodes', '-days', '2'];
  try {
    execFileSync('openssl', [...words, ...subject, ...output], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
