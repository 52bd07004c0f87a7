// The error of a passkey that the browser has not created.

export class PasskeyNotCreated extends Error {
  override name = 'PasskeyNotCreated';
  readonly reason: 'cancelled' | 'here-already' | 'not-possible';
  constructor(reason: PasskeyNotCreated['reason'], options: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
