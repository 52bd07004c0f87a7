// The readable part of the `state` that the server sends to Google and receives back. A `state` is base64url(JSON), a
// dot, and a MAC that only the server can check. The page `/google-auth` uses it only to find the next page.

import { signInParameters } from '../return-params.ts';

export const googlePurposes = ['sign-in', 'link'] as const;
export type GooglePurpose = (typeof googlePurposes)[number];

export type GoogleState = {
  purpose: GooglePurpose;
  carried: Partial<Record<(typeof signInParameters)[number], string>>;
};

function parse(text: string): unknown {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** Returns the content of a state without checking its MAC. An unreadable state counts as a sign-in without parameters. */
export function readGoogleState(state: string | null | undefined): GoogleState {
  const empty: GoogleState = { purpose: 'sign-in', carried: {} };
  try {
    const value = parse(state?.split('.')[0] ?? '');
    if (typeof value !== 'object' || value === null) return empty;
    const fields = value as Record<string, unknown>;
    const carried: GoogleState['carried'] = {};
    for (const name of signInParameters)
      if (typeof fields[name] === 'string' && fields[name] !== '') carried[name] = fields[name];
    return { purpose: fields['purpose'] === 'link' ? 'link' : 'sign-in', carried };
  } catch {
    return empty;
  }
}
