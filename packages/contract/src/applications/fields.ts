// The fields that the record of an application has: what each may contain, who may change it, and what it means. Table access,
// manifests, the administration API, exports and docs/manifest.md derive from this table. The settings of protocols, secrets and
// owners are not here, because they have rules of their own.

import { z } from 'zod';
import { type Access, access, givenAccess } from '../admin/access.ts';
import { limitedList, maxReleases } from '../admin/limits.ts';

import { type Language, languages } from '../paths.ts';
import { shownText, shownTexts, validateCharacters, validateText } from '../text.ts';
import { type CampusIcon, iconNameIssue, isIconName } from './campus-icons.ts';

export type ApplicationField = {
  /** A value in a manifest; it checks everything. Its reasons are public. */
  inManifest: z.ZodType;
  /** A value in a request of the administration API, which is then checked as in a manifest. */
  inRequest: z.ZodType;
  inResponse: z.ZodType;
  /** The value of an application before it is known. Its type is that of the values that are stored. */
  blank: unknown;
  /** A new application needs it. */
  isRequired: boolean;
  /** Owners change it, and administrators. */
  ownerMayChange: boolean;
  /** Its row in docs/manifest.md. */
  meaning: string;
};

/** Returns a schema for values that `validate` accepts. */
export function validated<T>(validate: (value: unknown) => string | undefined) {
  return z.custom<T>().check(({ value, issues }) => {
    const reason = validate(value);
    // no input: an issue never repeats a value
    if (reason !== undefined) issues.push({ code: 'custom', message: reason, input: undefined });
  });
}

/** One line of text. `validateForm` receives only valid lines. */
export const lineOf = (maxLength: number, validateForm?: (text: string) => string | undefined) =>
  validated<string>((value) => validateText(value, maxLength) ?? validateForm?.(value as string));

/** One line of text that may be missing. */
const optionalText = (
  maxLength: number,
  description: string,
  validateForm?: (text: string) => string | undefined,
) => ({
  inManifest: lineOf(maxLength, validateForm).nullable(),
  inRequest: z.string().max(maxLength).nullable().describe(description),
  inResponse: z.string().nullable(),
  blank: null as string | null,
  isRequired: false as const,
});

type Texts = Record<Language, string>;

const mappingReason = `must be a mapping with ${languages.join(' and ')}`;

/** A manifest may give one language alone: the other stays as it is stored. */
const textsInManifest = (maxLength: number) =>
  z.strictObject(
    { uk: lineOf(maxLength).optional(), en: lineOf(maxLength).optional() },
    { error: ({ code }) => (code === 'invalid_type' ? mappingReason : undefined) },
  );

function textsInRequest(maxLength: number) {
  const text = shownText(z.string().trim().min(1).max(maxLength));
  return z.strictObject({ uk: text, en: text });
}

/** A text in each language. */
const texts = (maxLength: number) => ({
  inManifest: textsInManifest(maxLength),
  inRequest: textsInRequest(maxLength),
  inResponse: shownTexts,
  blank: { uk: '', en: '' } as Texts,
  isRequired: true as const,
});

const optionalTexts = (maxLength: number) => ({
  inManifest: textsInManifest(maxLength).nullable(),
  inRequest: textsInRequest(maxLength).nullable(),
  inResponse: shownTexts.nullable(),
  blank: null as Texts | null,
  isRequired: false as const,
});

const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const nameReason = 'may hold small Latin letters and digits, with - between them';

const contactReason = 'must be an email address, or an address that begins with https://';

/** Shown as a link, so other values are invalid. */
function validateContact(text: string): string | undefined {
  const url = URL.parse(text);
  const isHttps = url?.protocol === 'https:' && !url.username && !url.password;
  return isHttps || z.email().safeParse(text).success ? undefined : contactReason;
}

/** `file` is the name under which the icon is served; `source` is a hash of the file in the manifest. */
export type IconFile = { file: string; source: string };
/** A picture of its own, or an icon of the list. */
export type Icon = IconFile | { name: CampusIcon };

export const iconTooLarge = 'must be at most 64 KiB';
/** Of a data URL: the largest icon needs less. */
const maxIconUrl = 90_000;

/** A name of the list, a path, or a data URL. The server checks the rest when it reads the icon. */
const iconSource = validated<string>((value) => {
  if (typeof value !== 'string' || !/^data:/i.test(value))
    return (
      validateText(value, 4096) ??
      (isIconName(value as string) ? iconNameIssue(value as string) : undefined)
    );
  return value.length > maxIconUrl ? iconTooLarge : validateCharacters(value);
});

/** Sensitive attributes that an application receives only if its record releases them. */
const releasableAttributes = ['taxId'] as const;
export type ReleasableAttribute = (typeof releasableAttributes)[number];

const releasesText = 'What the application receives beyond the usual: the tax number.';
const releases = z.array(z.enum(releasableAttributes)).describe(releasesText);
const releasesReason = `must be one of ${releasableAttributes.join(', ')}`;

/** The levels that an application can require of every sign-in. Every sign-in reaches `urn:brama:acr:1`. */
export const minimumLevels = ['urn:brama:acr:2', 'urn:brama:acr:mfa'] as const;
export type MinimumLevel = (typeof minimumLevels)[number];

const maxPosition = 9999;

const position = z
  .int('must be a whole number')
  .min(0, 'must be at least 0')
  .max(maxPosition, `must be at most ${maxPosition}`)
  .nullable()
  .describe('Its place on the applications page; null: after those with a number.');

const minimumLevel = z
  .enum(minimumLevels)
  .nullable()
  .describe('The level of authentication that each sign-in to it needs; null for any.');

export const applicationFields = {
  name: {
    inManifest: lineOf(64, (text) => (slug.test(text) ? undefined : nameReason)),
    inRequest: z.string().max(64),
    inResponse: z.string(),
    blank: '' as string,
    isRequired: true,
    ownerMayChange: true,
    meaning:
      'lower-case Latin letters, digits, `-` between them; unique. Without `icon`, `campus` and `my-kpi` have the icons `graduation` and `book`, and others the first letter of the title',
  },
  title: {
    ...texts(100),
    ownerMayChange: true,
    meaning: '`{ uk: …, en: … }`, at most 100 characters each',
  },
  description: {
    ...texts(500),
    ownerMayChange: true,
    meaning: '`{ uk: …, en: … }`, at most 500 characters each',
  },
  category: {
    ...optionalTexts(100),
    ownerMayChange: true,
    meaning:
      '`{ uk: …, en: … }`, at most 100 characters each: the heading under which the applications page lists it. Applications with the same text stand together. `null` removes it',
  },
  position: {
    inManifest: position,
    inRequest: position,
    inResponse: position,
    blank: null as number | null,
    isRequired: false,
    ownerMayChange: false,
    meaning:
      'a whole number from 0 to 9999: the place on the applications page, below what the user has opened or marked. Smaller numbers stand first, among the categories and within each. The number of a category is the smallest of its applications. Without it, or with `null`, after the others, by title',
  },
  icon: {
    inManifest: iconSource.nullable(),
    inRequest: z
      .string()
      .max(maxIconUrl)
      .regex(/^(data:image\/|[^./]+$)/, 'must be a data URL of a picture, or the name of an icon')
      .nullable()
      .describe('A data URL of a picture, or the name of an icon as in a manifest.'),
    inResponse: z
      .string()
      .nullable()
      .describe('Path of the picture on this server: for the icon NAME `/campus-icons/NAME.svg`.'),
    blank: null as Icon | null,
    isRequired: false,
    ownerMayChange: true,
    meaning: 'the name of an [icon](#icons), or a picture; `null` removes it',
  },
  access: {
    inManifest: givenAccess,
    inRequest: givenAccess,
    inResponse: access,
    blank: { groups: [] } as Access,
    isRequired: true,
    ownerMayChange: false,
    meaning:
      '`everyone`, `{ groups: [ … ] }` with 1 to 1000 groups, or a [condition](#access-by-conditions)',
  },
  contact: {
    ...optionalText(254, 'Where users of the application find help.', validateContact),
    ownerMayChange: true,
    meaning:
      'the contact for questions about the application: an email address, or an address that begins with `https://`; shown to users without access. Without it, or with `null`, the support address of the instance',
  },
  releases: {
    inManifest: limitedList(
      z.array(z.enum(releasableAttributes, releasesReason), { error: 'must be a list' }),
      maxReleases,
    ).nullable(),
    inRequest: limitedList(releases, maxReleases).describe(releasesText),
    inResponse: releases,
    blank: [] as readonly ReleasableAttribute[],
    isRequired: false,
    ownerMayChange: false,
    meaning:
      'a list of at most 10 entries: `[taxId]` lets the application receive the tax number of its users; without it, or with `null`, it never does',
  },
  minimumLevel: {
    inManifest: z.enum(minimumLevels, `must be ${minimumLevels.join(' or ')}`).nullable(),
    inRequest: minimumLevel,
    inResponse: minimumLevel,
    blank: null as MinimumLevel | null,
    isRequired: false,
    ownerMayChange: false,
    meaning:
      'the [level](integrate/openid-connect.md#assurance-levels) that every sign-in to it must reach: `urn:brama:acr:2` (the identity, by Diia) or `urn:brama:acr:mfa` (two factors); without it, or with `null`, every sign-in. Users who lack it are [led to it](integrate/openid-connect.md#requiring-a-level). For `type: link` it protects only the link on the applications page',
  },
} as const satisfies Record<string, ApplicationField>;

type Fields = typeof applicationFields;
export type ApplicationFieldName = keyof Fields;

/** The values of a record. */
export type ApplicationFacts = { [Name in ApplicationFieldName]: Fields[Name]['blank'] };

export const applicationFieldNames = Object.keys(
  applicationFields,
) as readonly ApplicationFieldName[];

export type RequiredField = {
  [Name in ApplicationFieldName]: Fields[Name]['isRequired'] extends true ? Name : never;
}[ApplicationFieldName];

export const requiredFields = applicationFieldNames.filter(
  (name): name is RequiredField => applicationFields[name].isRequired,
);

/** Returns what a new application has before its values are known. */
export const blankFacts = () =>
  Object.fromEntries(
    applicationFieldNames.map((name) => [name, structuredClone(applicationFields[name].blank)]),
  ) as ApplicationFacts;

/** Returns the schemas of all fields in this place, by their names. */
export const schemasOf = <Place extends 'inManifest' | 'inRequest' | 'inResponse'>(place: Place) =>
  Object.fromEntries(
    applicationFieldNames.map((name) => [name, applicationFields[name][place]]),
  ) as { [Name in ApplicationFieldName]: Fields[Name][Place] };
