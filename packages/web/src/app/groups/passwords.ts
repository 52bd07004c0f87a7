// The screens of the password pages.

import type { PasswordPage } from '@brama/contract/pages/page-ids';
import type { ComponentType } from 'react';
import { Screen as Password } from '../../password/password.tsx';
import { Screen as PasswordChanged } from '../../password/password-changed.tsx';
import { Screen as PasswordForgot } from '../../password/password-forgot.tsx';
import { Screen as PasswordRecent } from '../../password/password-recent.tsx';
import { Screen as PasswordReset } from '../../password/password-reset.tsx';
import { Screen as PasswordSent } from '../../password/password-sent.tsx';
import { Screen as PasswordSet } from '../../password/password-set.tsx';

export const screens: Record<PasswordPage, ComponentType> = {
  password: Password,
  'password-set': PasswordSet,
  'password-recent': PasswordRecent,
  'password-changed': PasswordChanged,
  'password-forgot': PasswordForgot,
  'password-sent': PasswordSent,
  'password-reset': PasswordReset,
};
