// The screens that set up a new installation.

import type { InstallationPage } from '@brama/contract/pages/page-ids';
import type { ComponentType } from 'react';
import { Screen as SetupCode } from '../../setup/setup-code.tsx';
import { Screen as SetupDone } from '../../setup/setup-done.tsx';
import { Screen as SetupForm } from '../../setup/setup-form.tsx';

export const screens: Record<InstallationPage, ComponentType> = {
  'setup-code': SetupCode,
  'setup-form': SetupForm,
  'setup-done': SetupDone,
};
