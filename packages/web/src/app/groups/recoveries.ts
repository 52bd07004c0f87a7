// The screens of account recovery.

import type { RecoveryPage } from '@brama/contract/pages/page-ids';
import type { ComponentType } from 'react';
import { Screen as RecoveryAccessCode } from '../../recovery/access-code.tsx';
import { Screen as Recovery } from '../../recovery/recovery.tsx';
import { RecoveryEmail, RecoveryLink, RecoverySent } from '../../recovery/recovery-email.tsx';
import { Screen as SecondaryEmail } from '../../recovery/secondary-email.tsx';
import {
  SecondaryEmailConfirm,
  SecondaryEmailConfirmed,
} from '../../recovery/secondary-email-confirm.tsx';
import { Screen as RecoverySetUp } from '../../recovery/set-up.tsx';

export const screens: Record<RecoveryPage, ComponentType> = {
  recovery: Recovery,
  'recovery-email': RecoveryEmail,
  'recovery-sent': RecoverySent,
  'recovery-link': RecoveryLink,
  'recovery-access-code': RecoveryAccessCode,
  'recovery-set-up': RecoverySetUp,
  'secondary-email': SecondaryEmail,
  'secondary-email-confirm': SecondaryEmailConfirm,
  'secondary-email-confirmed': SecondaryEmailConfirmed,
};
