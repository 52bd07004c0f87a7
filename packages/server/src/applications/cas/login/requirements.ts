// What a login request requires of the sign-in. Pure.

import { acceptedMethods, type LevelSettings } from '../../levels/method-levels.ts';
import type { AuthenticationRequirements } from '../../suspended-requests/suspended-request.ts';
import type { FoundService } from '../find-service.ts';
import type { CasLogin } from './read-login.ts';

export function requirementsOf(
  { application, settings }: Pick<FoundService, 'application' | 'settings'>,
  { renew, receivedAt }: Pick<CasLogin, 'renew' | 'receivedAt'>,
  levels: LevelSettings,
): AuthenticationRequirements {
  const { minimumLevel } = application;
  const { signInMethods } = settings;
  return {
    ...(renew && { after: receivedAt }),
    ...(minimumLevel && { minimumLevel }),
    ...((minimumLevel || signInMethods) && {
      methods: acceptedMethods({ minimumLevel, signInMethods }, levels),
    }),
  };
}
