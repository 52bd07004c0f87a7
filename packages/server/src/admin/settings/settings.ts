// Lists the settings in effect.

import type { SettingInEffect } from '../../config/in-effect.ts';
import type { Handlers } from '../handler.ts';

export const createSettingsHandlers = (
  settings: readonly SettingInEffect[],
): Handlers<'listSettings'> => ({
  listSettings: async () => ({
    items: settings.map(({ name, value, source, isSecret, defaultText, description }) => ({
      name,
      value,
      source,
      secret: isSecret,
      default: defaultText,
      description,
    })),
  }),
});
