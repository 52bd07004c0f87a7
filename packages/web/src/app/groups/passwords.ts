// The screens of the password pages.

import type { PasswordPage } from '@brama/contract/pages/page-ids';
import type { ComponentType } from 'react';
import { Screen as PasswordForgot } from '../../password/password-forgot.tsx';
import { Screen as PasswordReset } from '../../password/password-reset.tsx';
import { Screen as PasswordSent } from '../../password/password-sent.tsx';
import {
  Password,
  PasswordChanged,
  PasswordRecent,
  PasswordSet,
} from '../../password/signed-in-pages.tsx';

export const screens: Record<PasswordPage, ComponentType> = {
  password: Password,
  'password-set': PasswordSet,
  'password-recent': PasswordRecent,
  'password-changed': PasswordChanged,
  'password-forgot': PasswordForgot,
  'password-sent': PasswordSent,
  'password-reset': PasswordReset,
};
