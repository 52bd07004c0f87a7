// All sign-in methods of the web application. A new method is registered here. The password has its form on the page.
import type { MethodId } from '@brama/contract/pages/login-page';
import type { MethodNotice } from '@brama/contract/sign-in/methods';
import type { ComponentType } from 'react';
import { DiiaMethod, DiiaWithoutScript } from './diia/diia-method.tsx';
import type diia from './diia/words.json';
import { GoogleMethod, HowToLinkGoogle } from './google/google-method.tsx';
import type google from './google/words.json';
import type { MethodProps } from './method-link.tsx';
import { PasskeyMethod } from './passkey/passkey-method.tsx';
import type passkey from './passkey/words.json';
import type password from './password/words.json';

/** The texts of each method by namespace. They are added to the texts of the pages. */
export type MethodWords = typeof password.uk &
  typeof diia.uk &
  typeof google.uk &
  typeof passkey.uk;

type Method = {
  /** The link below the form. */
  Link: ComponentType<MethodProps>;
  /** Shown below the links. */
  Note?: ComponentType;
};

export const otherMethods: Record<Exclude<MethodId, 'password'>, Method> = {
  diia: { Link: DiiaMethod, Note: DiiaWithoutScript },
  google: { Link: GoogleMethod },
  passkey: { Link: PasskeyMethod },
};

/** Components shown below the text of a notice. */
export const noticeDetails: Partial<Record<MethodNotice, ComponentType>> = {
  'google-failed': HowToLinkGoogle,
};
