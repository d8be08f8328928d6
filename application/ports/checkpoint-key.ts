/** An Ed25519 key pair (RFC 8032) for signing checkpoints. */
export interface CheckpointKey {
  /** SubjectPublicKeyInfo as PEM. */
  publicKey(): string;
  /** The signature of a text's UTF-8 bytes, base64. */
  sign(text: string): string;
}

export interface SignatureCheck {
  /** False also for what is no signature. @throws Error when the key is no Ed25519 public key in PEM */
  isSignedBy(signed: {
    readonly publicKey: string;
    readonly text: string;
    readonly signature: string;
  }): boolean;
  /** Whether two texts hold the same public key, however they are written. */
  isSameKey(publicKeys: readonly [string, string]): boolean;
}
