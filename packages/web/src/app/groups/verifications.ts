// The screens of the pages that ask for a second factor.

import type { VerifyPage } from '@brama/contract/pages/page-ids';
import type { ComponentType } from 'react';
import { SecondFactor, SecondFactorRecovery } from '../../second-factor/second-factor.tsx';

export const screens: Record<VerifyPage, ComponentType> = {
  'second-factor': SecondFactor,
  'second-factor-recovery': SecondFactorRecovery,
};
