// An authenticator without a device: makes passkeys and signs with them, with keys of Node. Each part of a response can be
// changed, as an attacker or a broken device would.

import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign as signWith,
} from 'node:crypto';
import type {
  AddPasskeyRequest,
  NewPasskeyOptionsResponse,
  PasskeyOptionsResponse,
  passkeySignInRequest,
} from '@brama/contract/sign-in/passkey/schemas';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { z } from 'zod';

const ownOrigin = 'http://localhost:3000';

const flags = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, key: 0x40 };

/** What differs from an honest response. */
export type Changes = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  crossOrigin?: boolean;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string | null;
  /** Signs with the key of another passkey. */
  signer?: Passkey;
  isBackupEligible?: boolean;
  /** The id in a registration. */
  credentialId?: Buffer;
  /** Bytes of an attestation statement that the server has not asked for. */
  statementBytes?: number;
};

const algorithms = {
  ES256: {
    hash: 'sha256',
    cose: -7,
    make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  },
  /** A key of another curve that claims to be one of ES256. */
  'ES256 on P-384': {
    hash: 'sha256',
    cose: -7,
    make: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  },
  ES384: {
    hash: 'sha384',
    cose: -35,
    make: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  },
  EdDSA: { hash: null, cose: -8, make: () => generateKeyPairSync('ed25519') },
  RS256: {
    hash: 'sha256',
    cose: -257,
    make: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  },
} as const;
export type Algorithm = keyof typeof algorithms;

type CborKey = Map<number, number | Uint8Array>;

/** Returns the COSE_Key of a public key (RFC 9053 §7, RFC 8230 §4). */
function coseKeyOf(key: KeyObject, alg: number): CborKey {
  const jwk = key.export({ format: 'jwk' });
  const bytes = (text: string | undefined) => new Uint8Array(Buffer.from(text ?? '', 'base64url'));
  if (jwk.kty === 'RSA')
    return new Map<number, number | Uint8Array>([
      [1, 3],
      [3, alg],
      [-1, bytes(jwk.n)],
      [-2, bytes(jwk.e)],
    ]);
  const curve = { 'P-256': 1, 'P-384': 2, Ed25519: 6 }[`${jwk.crv}`] ?? 0;
  const entries: [number, number | Uint8Array][] = [
    [1, jwk.kty === 'OKP' ? 1 : 2],
    [3, alg],
    [-1, curve],
    [-2, bytes(jwk.x)],
  ];
  return new Map(jwk.y === undefined ? entries : [...entries, [-3, bytes(jwk.y)]]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encode = (bytes: Uint8Array | Buffer) => Buffer.from(bytes).toString('base64url');

function clientDataOf(type: string, challenge: string, changes: Changes): Buffer {
  const { origin = ownOrigin, crossOrigin = false } = changes;
  const data = { type: changes.type ?? type, challenge: changes.challenge ?? challenge, origin };
  return Buffer.from(JSON.stringify({ ...data, crossOrigin }));
}

export type AuthenticatorOptions = {
  algorithm?: Algorithm;
  /** The passkey is copied to other devices. */
  isSynchronised?: boolean;
  aaguid?: string;
  /** Counts signatures. */
  hasCounter?: boolean;
  /** Registered in place of its own, so its signatures do not verify. */
  publicKey?: KeyObject;
};

export class Passkey {
  readonly credentialId = randomBytes(32);
  readonly #options: AuthenticatorOptions;
  readonly #keys;
  #userHandle = 'bm9ib2R5';
  #counter = 0;

  constructor(options: AuthenticatorOptions = {}) {
    this.#options = options;
    const { publicKey, privateKey } = algorithms[options.algorithm ?? 'ES256'].make();
    this.#keys = { publicKey: options.publicKey ?? publicKey, privateKey };
  }

  #authenticatorData(rpId: string, changes: Changes, more = 0): Buffer {
    const { isSynchronised = false, hasCounter = false } = this.#options;
    if (hasCounter) this.#counter += 1;
    const isEligible = changes.isBackupEligible ?? isSynchronised;
    const bits =
      flags.present |
      (changes.isVerified === false ? 0 : flags.verified) |
      (isEligible ? flags.backupEligible | flags.backedUp : 0) |
      more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(changes.counter ?? this.#counter);
    return Buffer.concat([sha256(changes.rpId ?? rpId), Buffer.from([bits]), counter]);
  }

  /** Returns the response to `navigator.credentials.create`. */
  create(
    options: NewPasskeyOptionsResponse['options'],
    changes: Changes = {},
  ): AddPasskeyRequest['credential'] {
    this.#userHandle = options.user.id;
    const { algorithm = 'ES256', aaguid = '00000000-0000-0000-0000-000000000000' } = this.#options;
    const credentialId = changes.credentialId ?? this.credentialId;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const key = coseKeyOf(this.#keys.publicKey, algorithms[algorithm].cose);
    const data = Buffer.concat([
      this.#authenticatorData(options.rp.id, changes, flags.key),
      Buffer.from(aaguid.replaceAll('-', ''), 'hex'),
      length,
      credentialId,
      isoCBOR.encode(key),
    ]);
    const statement = new Map<string, Uint8Array>();
    if (changes.statementBytes)
      statement.set('sig', new Uint8Array(randomBytes(changes.statementBytes)));
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', statement],
      ['authData', new Uint8Array(data)],
    ]);
    const id = encode(credentialId);
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: encode(clientDataOf('webauthn.create', options.challenge, changes)),
        attestationObject: encode(isoCBOR.encode(attestation as never)),
        transports: ['internal', 'future'],
      },
    };
  }

  sign(data: Buffer): Buffer {
    const { hash } = algorithms[this.#options.algorithm ?? 'ES256'];
    return signWith(hash, data, this.#keys.privateKey);
  }

  /** Returns the response to `navigator.credentials.get`. */
  get(
    options: PasskeyOptionsResponse['options'],
    changes: Changes = {},
  ): z.input<typeof passkeySignInRequest>['credential'] {
    const clientData = clientDataOf('webauthn.get', options.challenge, changes);
    const data = this.#authenticatorData(options.rpId, changes);
    const signer = changes.signer ?? this;
    const id = encode(this.credentialId);
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: encode(clientData),
        authenticatorData: encode(data),
        signature: encode(signer.sign(Buffer.concat([data, sha256(clientData)]))),
        userHandle: changes.userHandle === undefined ? this.#userHandle : changes.userHandle,
      },
    };
  }
}
