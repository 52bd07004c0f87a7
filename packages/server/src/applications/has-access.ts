// Which users may open an application. Pure.

import type { User } from '../users/user.ts';
import type { Application } from './application.ts';

export function hasAccess(user: Pick<User, 'groups'>, { access }: Pick<Application, 'access'>) {
  return access === 'everyone' || access.groups.some((group) => user.groups.includes(group));
}
