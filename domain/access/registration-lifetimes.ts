/**
 * How long what anybody may register here is kept when no person lets it in. Registration is open, so what
 * nobody wants must go again: first it is unknown to whoever asks, then what it said of itself is destroyed.
 */

/** API.md, "Limits": the lifetime of a claim token, and with it of an agent's registration. */
export const claimMs = 24 * 3600 * 1000;

/** A person who begins to connect an application may come back to it as late as one who has connected it. */
export const unusedClientMs = 30 * 24 * 3600 * 1000;

/** The clocks of nodes differ: by then no node takes the registration for one that is still good. */
export const forgetAfterMs = 3600 * 1000;
