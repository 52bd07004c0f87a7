// The paths of icons of applications, as pages and the administration API name them. Pure.

import { usualIcons } from '@brama/contract/applications/campus-icons';
import type { Icon } from '@brama/contract/applications/fields';
import { applicationIconPath, campusIconPath } from '@brama/contract/paths';
import type { Application } from '../application.ts';

export const iconPathOf = (icon: Icon): string =>
  'name' in icon ? campusIconPath(icon.name) : applicationIconPath(icon.file);

/** Returns the icon that pages show: its own, or that of its name; undefined for the first letter of its title. */
export function shownIconPath({ icon, name }: Pick<Application, 'icon' | 'name'>) {
  if (icon) return iconPathOf(icon);
  const usual = Object.hasOwn(usualIcons, name) ? usualIcons[name] : undefined;
  return usual && campusIconPath(usual);
}
