// The readable part of the `state` that travels through Google: base64url(JSON), a dot, and a MAC that only
// the server can check. Light on purpose (imported by the page Google leads back to), and nothing in it is
// believed there: it only says where to go on to.

import { returnParameters } from '../return-params.ts';

export const googlePurposes = ['sign-in', 'link'] as const;
export type GooglePurpose = (typeof googlePurposes)[number];

export type GoogleState = {
  purpose: GooglePurpose;
  carried: Partial<Record<(typeof returnParameters)[number], string>>;
};

function parsed(text: string): unknown {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** What a state says, whoever wrote it; one that cannot be read says nothing: a sign-in, nothing carried. */
export function readGoogleState(state: string | null | undefined): GoogleState {
  const nothing: GoogleState = { purpose: 'sign-in', carried: {} };
  try {
    const value = parsed(state?.split('.')[0] ?? '');
    if (typeof value !== 'object' || value === null) return nothing;
    const told = value as Record<string, unknown>;
    const carried: GoogleState['carried'] = {};
    for (const name of returnParameters)
      if (typeof told[name] === 'string' && told[name] !== '') carried[name] = told[name];
    return { purpose: told['purpose'] === 'link' ? 'link' : 'sign-in', carried };
  } catch {
    return nothing;
  }
}
