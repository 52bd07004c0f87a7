// The tokens of the simulated register: one at a time, and none while another one is being issued.

import { randomBytes } from 'node:crypto';

export type Credentials = { user: string; password: string; appKey: string };

type Outcome = { token: string; lifetimeSeconds: number } | 'conflict' | 'refused';

export class Tokens {
  readonly #credentials: Credentials;
  readonly #lifetimeSeconds: number;
  readonly #issueMs: number;
  #isIssuing = false;
  #current: { token: string; until: number } | undefined;

  constructor(credentials: Credentials, lifetimeSeconds: number, issueMs: number) {
    this.#credentials = credentials;
    this.#lifetimeSeconds = lifetimeSeconds;
    this.#issueMs = issueMs;
  }

  /** Issues a token after a moment. A second request within this moment is a conflict. */
  async issue(form: URLSearchParams): Promise<Outcome> {
    const { user, password, appKey } = this.#credentials;
    const isRight =
      form.get('grant_type') === 'password' &&
      form.get('username') === user &&
      form.get('password') === password &&
      form.get('app_key') === appKey;
    if (!isRight) return 'refused';
    if (this.#isIssuing) return 'conflict';
    this.#isIssuing = true;
    await new Promise((done) => setTimeout(done, this.#issueMs));
    this.#isIssuing = false;
    const token = randomBytes(48).toString('base64url');
    this.#current = { token, until: Date.now() + this.#lifetimeSeconds * 1000 };
    return { token, lifetimeSeconds: this.#lifetimeSeconds };
  }

  isValid(authorization: string | undefined): boolean {
    if (!this.#current || Date.now() >= this.#current.until) return false;
    return authorization === `Bearer ${this.#current.token}`;
  }

  expire(): void {
    this.#current = undefined;
  }
}
