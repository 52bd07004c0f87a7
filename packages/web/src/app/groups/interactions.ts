// The screens between an application and the end of a sign-in.

import type { InteractionPage } from '@brama/contract/pages/page-ids';
import type { ComponentType } from 'react';
import { Screen as Consent } from '../../consent/consent.tsx';
import { Screen as NativeConfirm } from '../../consent/native-confirm.tsx';
import { Screen as Device } from '../../device/device.tsx';
import { Screen as DeviceAgain } from '../../device/device-again.tsx';
import { Screen as DeviceConfirm } from '../../device/device-confirm.tsx';
import { Screen as DeviceDone } from '../../device/device-done.tsx';
import { Screen as DeviceRefused } from '../../device/device-refused.tsx';
import { Screen as LevelNeeded } from '../../errors/level-needed.tsx';
import { Screen as NoAccess } from '../../errors/no-access.tsx';
import { Screen as NoMethod } from '../../errors/no-method.tsx';
import { Screen as RequestOver } from '../../errors/request-over.tsx';
import { Screen as RequestRefused } from '../../errors/request-refused.tsx';
import { Screen as TryAgain } from '../../errors/try-again.tsx';
import { Screen as SignOut } from '../../sign-out/sign-out.tsx';
import { Screen as SignedOut } from '../../sign-out/signed-out.tsx';

export const screens: Record<InteractionPage, ComponentType> = {
  consent: Consent,
  'native-confirm': NativeConfirm,
  'no-access': NoAccess,
  'no-method': NoMethod,
  'level-needed': LevelNeeded,
  'request-over': RequestOver,
  'request-refused': RequestRefused,
  'sign-out': SignOut,
  'signed-out': SignedOut,
  device: Device,
  'device-again': DeviceAgain,
  'device-confirm': DeviceConfirm,
  'device-done': DeviceDone,
  'device-refused': DeviceRefused,
  'try-again': TryAgain,
};
