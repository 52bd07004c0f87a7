// The table of all button options: their names in HTML, React and addresses, their values and defaults. The script,
// React, the wizard, the snippets and the manual use it. Pure.

/** The kinds of options. Defaults: the first value of a choice, false for a flag, empty for a text. */
type Choice = { kind: 'choice'; values: readonly [string, ...string[]] };
type Text = { kind: 'text' };
type Flag = { kind: 'flag' };
export type Option = Choice | Text | Flag;

/** All options in the order of the wizard. */
export const options = {
  appId: { kind: 'text' },
  size: { kind: 'choice', values: ['large', 'medium', 'small'] },
  color: { kind: 'choice', values: ['brand', 'outline'] },
  logoAlignment: { kind: 'choice', values: ['left', 'right'] },
  caption: { kind: 'text' },
  locale: { kind: 'choice', values: ['uk', 'en'] },
  fullWidth: { kind: 'flag' },
  className: { kind: 'text' },
  devMode: { kind: 'flag' },
  /** Brama returns this value to the application with the ticket. */
  state: { kind: 'text' },
  /** Where the link opens. Empty: in the same window, or outside the frame if the page is in one. */
  target: { kind: 'choice', values: ['', '_top', '_blank', '_self', '_parent'] },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof options;

type ValueOf<O extends Option> = O extends { values: readonly (infer V)[] }
  ? V
  : O extends Flag
    ? boolean
    : string;

export type ButtonOptions = { -readonly [N in OptionName]: ValueOf<(typeof options)[N]> };

export const optionNames = Object.keys(options) as OptionName[];

/** Converts `logoAlignment` to `logo-alignment`. */
function dashed(name: OptionName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the attribute of an element that holds an option. */
export const attributeOf = (name: OptionName) => `data-${dashed(name)}`;

function valueFrom(option: Option, given: string | null | undefined) {
  if (option.kind === 'flag') return given === 'true';
  if (option.kind === 'text') return given ?? '';
  return option.values.find((value) => value === given) ?? option.values[0];
}

/** In UTF-16 units. Longer captions are cut; the picture of the button rejects them. */
export const longestCaption = 200;

/** Cuts a text to this number of UTF-16 units, without splitting a surrogate pair. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '') : text;
}

/** Reads options by name. Missing or unknown values become the default. */
export function optionsFrom(read: (name: OptionName) => string | null | undefined): ButtonOptions {
  const entries = optionNames.map((name) => [name, valueFrom(options[name], read(name))]);
  const known = Object.fromEntries(entries) as ButtonOptions;
  return { ...known, appId: known.appId.trim(), caption: cut(known.caption, longestCaption) };
}

/** Returns the options with defaults for missing ones. */
export function completed(given: Partial<ButtonOptions>): ButtonOptions {
  return optionsFrom((name) => (given[name] === undefined ? undefined : `${given[name]}`));
}

/** Returns the attributes for the given options, without empty texts and flags that are off. */
export function attributesOf(given: Partial<ButtonOptions>): [attribute: string, value: string][] {
  const all = completed(given);
  return optionNames.flatMap((name) => {
    const value = `${all[name]}`;
    return value === '' || value === 'false' ? [] : [[attributeOf(name), value]];
  });
}

/** Returns the origin of Brama from its address with or without a path. */
export const originOf = (baseUrl: string) => new URL(baseUrl).origin;

type AddressOptions = Pick<ButtonOptions, 'appId' | 'state'> & { locale?: ButtonOptions['locale'] };

/**
 * Returns the address of the button's link. `origin`: that of Brama, without a trailing slash. The path names only
 * English. A Ukrainian button keeps the address of the existing contract, for which Brama uses the language that the
 * user chose before.
 */
export function addressOf(origin: string, { appId, state, locale }: AddressOptions): string {
  const query = new URLSearchParams({ appId, ...(state !== '' && { state }) });
  return `${origin}/${locale === 'en' ? 'en/' : ''}?${query}`;
}

/**
 * Returns the target of a plain link to Brama. `_top` by default, because Brama cannot be shown in a frame; outside a
 * frame it is the same window.
 */
export const linkTargetOf = ({ target }: Pick<ButtonOptions, 'target'>) => target || '_top';

/** The default captions. */
export const captions = { uk: 'Увійти через Браму', en: 'Sign in with Brama' } as const;

export function captionOf({ caption, locale }: Pick<ButtonOptions, 'caption' | 'locale'>): string {
  return caption.trim() === '' ? captions[locale] : caption.trim();
}
