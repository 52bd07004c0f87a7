// Chromium's virtual authenticator (CDP domain WebAuthn): stands for the fingerprint reader of the device.

import type { CDPSession, Page } from '@playwright/test';

export type Authenticator = {
  /** The next uses succeed or fail at the fingerprint. */
  verifyUser(isVerified: boolean): Promise<void>;
  /** The user answers at once, or not at all. */
  answer(isAnswering: boolean): Promise<void>;
  credentials(): Promise<{ credentialId: string }[]>;
  forget(credentialId: string): Promise<void>;
  /** Removes the authenticator, as on a device without one. */
  remove(): Promise<void>;
};

const options = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** One for each page, because all share the domain. */
const sessions = new WeakMap<Page, CDPSession>();

async function sessionOf(page: Page): Promise<CDPSession> {
  const before = sessions.get(page);
  if (before) return before;
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  sessions.set(page, session);
  return session;
}

/** `synced`: the authenticator keeps its passkeys in several devices. */
export async function addAuthenticator(page: Page, synced = false): Promise<Authenticator> {
  const session = await sessionOf(page);
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...options,
      ...(synced && { defaultBackupEligibility: true, defaultBackupState: true }),
    },
  });
  return {
    verifyUser: (isUserVerified) =>
      session
        .send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
        .then(() => undefined),
    answer: (enabled) =>
      session
        .send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
        .then(() => undefined),
    credentials: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    forget: (credentialId) =>
      session
        .send('WebAuthn.removeCredential', { authenticatorId, credentialId })
        .then(() => undefined),
    remove: () =>
      session
        .send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
        .then(() => undefined),
  };
}
