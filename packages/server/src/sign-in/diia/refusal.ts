// The reasons for which a callback is refused. The log contains only the reason, because a signature contains a person's
// name and number.

export const callbackRefusals = [
  // the body
  'body-malformed',
  'body-without-data',
  'data-malformed',
  // the request
  'request-unknown',
  'request-expired',
  'request-used',
  'request-refused-too-often',
  // the signed message
  'cms-too-large',
  'cms-too-complex',
  'cms-malformed',
  'cms-not-signed-data',
  'cms-not-detached',
  'cms-content-type',
  'cms-signers',
  'cms-signer-unnamed',
  'cms-algorithm',
  // the signed attributes
  'attributes-missing',
  'attribute-repeated',
  'attribute-malformed',
  'attribute-content-type',
  'digest-missing',
  'digest-length',
  'digest-mismatch',
  'signing-certificate-mismatch',
  'signing-time-missing',
  'signing-time-out-of-range',
  // the signer
  'certificate-missing',
  'certificate-malformed',
  'certificate-key',
  'signature-wrong',
  'issuer-untrusted',
  'issuer-expired',
  'certificate-not-yet-valid',
  'certificate-expired',
  'certificate-usage',
  'certificate-is-ca',
] as const;

export type CallbackRefusal = (typeof callbackRefusals)[number];

/** Thrown inside the verifier, which returns it as a value to its caller. */
export class CallbackRefused extends Error {
  override name = 'CallbackRefused';
  readonly reason: CallbackRefusal;

  constructor(reason: CallbackRefusal, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

export function refuse(reason: CallbackRefusal): never {
  throw new CallbackRefused(reason);
}

/** Runs a parser. Errors that hostile bytes cause become a refusal. */
export function parsed<T>(reason: CallbackRefusal, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw cause instanceof CallbackRefused ? cause : new CallbackRefused(reason, { cause });
  }
}
