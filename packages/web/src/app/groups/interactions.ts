// The screens between an application and the end of a sign-in.

import type { InteractionPage } from '@brama/contract/pages/page-ids';
import type { ComponentType } from 'react';
import { Screen as Consent } from '../../consent/consent.tsx';
import { Screen as NativeConfirm } from '../../consent/native-confirm.tsx';
import { Device, DeviceAgain } from '../../device/device-code.tsx';
import { Screen as DeviceConfirm } from '../../device/device-confirm.tsx';
import { DeviceDone, DeviceRefused } from '../../device/device-ended.tsx';
import { NoAccess, NoMethod, RequestOver } from '../../errors/closed-requests.tsx';
import { Screen as LevelNeeded } from '../../errors/level-needed.tsx';
import { Screen as RequestRefused } from '../../errors/request-refused.tsx';
import { Screen as TryAgain } from '../../errors/try-again.tsx';
import { SignedOut, SignOut } from '../../sign-out/sign-out.tsx';

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
