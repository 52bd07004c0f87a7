// What administrators see of the settings: the value of each, and where it comes from. Secrets are only named.

import type { SettingSource } from '@brama/contract/admin/system/settings';
import type { Environment, Setting } from './settings.ts';

export type SettingInEffect = {
  name: string;
  description: string;
  /** In words, as in the manual. */
  defaultText: string;
  source: SettingSource;
  isSecret: boolean;
  /** As text; null for a secret, and for a setting without a value. */
  value: string | null;
};

/** `stored`: the settings file. */
type Sources = { env: Environment; stored: Environment };

function sourceOf({ name, formerName }: Setting<unknown>, { env, stored }: Sources): SettingSource {
  const names = [name, ...(formerName === undefined ? [] : [formerName])];
  if (names.some((one) => env[one])) return 'environment';
  if (names.some((one) => env[`${one}_FILE`])) return 'file';
  return names.some((one) => stored[one] || stored[`${one}_FILE`]) ? 'settings-file' : 'default';
}

/** A password in an address is a secret, whatever the setting. */
const hasPassword = (text: string) => Boolean(URL.parse(text)?.password);

/** Returns the text of a value; null for none, and for one that has no text of its own. */
function textOf(value: unknown): string | null {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : null;
}

/** Returns all settings in the order of the table. `values` has the value of each by its key, after all rules. */
export function settingsInEffect(
  table: Readonly<Record<string, Setting<unknown>>>,
  sources: Sources,
  values: Readonly<Record<string, unknown>>,
): SettingInEffect[] {
  return Object.entries(table).map(([key, setting]) => {
    const { name, formerName, description, defaultText } = setting;
    const source = sourceOf(setting, sources);
    const texts = source === 'settings-file' ? sources.stored : sources.env;
    const given = texts[name] || (formerName && texts[formerName]) || textOf(values[key]);
    const isSecret = setting.secret === true || (given ? hasPassword(given) : false);
    return {
      name,
      description,
      defaultText,
      source,
      isSecret,
      value: isSecret || !given ? null : given,
    };
  });
}
