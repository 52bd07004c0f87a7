// The current parameters of password hashes, and which stored hashes are older or unusable. Pure.

/** For argon2id, the default algorithm of the library: 19 MiB, two passes, one lane (first choice of OWASP). */
export const argon2Parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const { memoryCost, timeCost, parallelism } = argon2Parameters;
export const currentParameters = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}`;

/** Returns true when a stored PHC string has other than the current parameters. */
export function needsRehash(passwordHash: string): boolean {
  return !passwordHash.startsWith(`${currentParameters}$`);
}

const phc =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/**
 * Returns why a PHC string cannot be used, or undefined. The limits keep an imported hash from costing seconds or
 * gigabytes at every attempt. They are 7 to 256 MiB for m, at most 20 for t, and at most 16 for p.
 */
export function validatePasswordHash(text: string): string | undefined {
  const match = phc.exec(text);
  if (!match) return 'must be an argon2id hash in PHC form ($argon2id$v=19$m=…,t=…,p=…$salt$hash)';
  const [memory, time, lanes] = [match[1], match[2], match[3]].map(Number) as [
    number,
    number,
    number,
  ];
  if (memory < 7168 || memory > 262_144) return 'its memory must be from 7168 to 262144 KiB';
  if (time < 1 || time > 20) return 'its passes must be from 1 to 20';
  if (lanes < 1 || lanes > 16) return 'its lanes must be from 1 to 16';
  return undefined;
}
