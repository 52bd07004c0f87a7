// Signs in with a passkey, as a browser with an authenticator on the same device does. All users share one key.

import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { Connection } from './connection.ts';
import { expectStatus, found, headersOfCall } from './steps.ts';

export type PasskeyOwner = {
  userId: string;
  /** In base64url. */
  credentialId: string;
};

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encode = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** The public key as the server stores it: a COSE_Key of ES256 (RFC 9053 §7.1), in base64url. */
export function coseKey(): string {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // a map of five: kty EC2, alg ES256, crv P-256, then x and y as texts of 32 bytes
  const head = Buffer.from('a5010203262001', 'hex');
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')]);
  return encode(Buffer.concat([head, coordinate(0x21, x), coordinate(0x22, y)]));
}

/** Present and verified; no counter. */
const flagsAndCounter = Buffer.from([0x05, 0, 0, 0, 0]);

function credentialFor({ userId, credentialId }: PasskeyOwner, challenge: string, port: number) {
  const origin = `http://localhost:${port}`;
  const clientData = JSON.stringify({
    type: 'webauthn.get',
    challenge,
    origin,
    crossOrigin: false,
  });
  const data = Buffer.concat([sha256('localhost'), flagsAndCounter]);
  const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey);
  return {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    response: {
      clientDataJSON: encode(clientData),
      authenticatorData: encode(data),
      signature: encode(signature),
      userHandle: encode(userId),
    },
  };
}

/** Asks for options, sends the assertion, and starts the session. Returns its cookie. */
export async function signInByPasskey(
  connection: Connection,
  owner: PasskeyOwner,
): Promise<string> {
  const headers = headersOfCall(connection.port);
  const post = (path: string, more: string, body?: string) =>
    expectStatus(connection, 200, {
      method: 'POST',
      path,
      headers: headers + more,
      ...(body !== undefined && { body }),
    });
  const options = await post('/api/passkey/options', '', '{}');
  const cookie = found(/set-cookie: *([^;]+)/i, options.head);
  const challenge = found(/"challenge":"([^"]+)"/, options.body);
  const credential = credentialFor(owner, challenge, connection.port);
  const body = JSON.stringify({ credential });
  const proved = await post('/api/passkey/sign-in', `cookie: ${cookie}\r\n`, body);
  const { head } = await post('/api/auth/internal', '', proved.body);
  return found(/set-cookie: *([^;]+)/i, head);
}
