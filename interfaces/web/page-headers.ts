import helmet from 'helmet';

/**
 * The headers of every page: nothing is loaded from elsewhere, nothing is inline, nobody frames it, and its
 * forms lead to us alone, or to the one address that a person is asked about.
 */
export function pageHeaders(options: {
  /** Whether people come over https. */
  readonly secure: boolean;
  /** Chrome holds a form to its policy also where the answer sends the browser on to. */
  readonly formTarget: string | null;
}) {
  const { secure, formTarget } = options;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'", ...(formTarget === null ? [] : [formTarget])],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // With SAMEORIGIN, which is the default, a page of ours could frame another.
    frameguard: { action: 'deny' },
    // An app that opened the authorization page in a window of its own waits for it to come back.
    crossOriginOpenerPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure,
  });
}
