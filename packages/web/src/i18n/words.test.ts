// Checks every translation file: both languages have the same keys, placeholders and tags, and follow the rules of
// wording and typography.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  explainFinding,
  type FindingValues,
  findingIds,
} from '@brama/contract/admin/system/findings';
import { events, eventTypes } from '@brama/contract/events/event-table';
import type { Words } from '@brama/contract/pages/words';
import { type Language, languages } from '@brama/contract/paths';
import { textFieldNames } from '@brama/contract/users/fields';
import { describe, expect, test } from 'vitest';
import { readWords } from '../../build/words.ts';

/** The texts of the console, by area. */
function readConsoleWords(language: Language): Record<string, Words> {
  const folder = join(import.meta.dirname, '../../../console/locales', language);
  return Object.fromEntries(
    readdirSync(folder).map((file) => [
      `console/${file.replace('.json', '')}`,
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ]),
  );
}

/** Each placeholder stands for itself. */
const placeholders = new Proxy<FindingValues>({}, { get: (_, name) => `{{${String(name)}}}` });

/** The texts of `brama doctor`. */
const readFindings = (language: Language): Words =>
  Object.fromEntries(
    findingIds.map((id) => {
      const { text, remedy } = explainFinding(id, placeholders, language);
      return [id, { text, ...(remedy !== null && { remedy }) }];
    }),
  );

const allWords = (language: Language) => ({
  ...readWords(language),
  ...readConsoleWords(language),
  findings: readFindings(language),
});
const wordsOf: Record<Language, Record<string, Words>> = { uk: allWords('uk'), en: allWords('en') };
const namespaces = Object.keys(wordsOf.uk);

type Entry = readonly [key: string, text: string];

function flatten(words: Words, path = ''): Entry[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as const] : flatten(value, `${path}${key}›`),
  );
}

function entries(language: Language, namespace: string): Entry[] {
  return flatten(wordsOf[language][namespace] ?? {});
}

function all(language: Language): Entry[] {
  return namespaces.flatMap((namespace) =>
    entries(language, namespace).map(([key, text]) => [`${namespace}:${key}`, text] as const),
  );
}

/** Returns the names of placeholders and tags, sorted. */
function marks(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}|<\/?(\w+)\/?>/g)].map(([mark]) => mark).sort();
}

/** Returns the text without tags; placeholders become a number. */
function plain(text: string): string {
  return text.replaceAll(/\{\{\w+\}\}|<\w+\/>/g, '0').replaceAll(/<[^>]+>/g, '');
}

test('every tag has its end, and contains none of the same name', () => {
  /** Returns the text after the tags that contain no others have been removed, as often as there are any. */
  const reduced = (text: string): string => {
    const inner = text.replaceAll(/<(\w+)>([^<]*)<\/\1>|<\w+\/>/g, '');
    return inner === text ? text : reduced(inner);
  };
  const withTags = languages.flatMap(all).filter(([, text]) => text.includes('<'));
  expect(withTags.filter(([, text]) => reduced(text).includes('<'))).toEqual([]);
  const nested = /<(\w+)>(?:(?!<\/\1>).)*<\1>/s;
  expect(withTags.filter(([, text]) => nested.test(text))).toEqual([]);
});

const plural = /_(zero|one|two|few|many|other)$/;
const withoutPlural = (key: string) => key.replace(plural, '');

test('every field of a user has a label', () => {
  const labels = wordsOf.uk['profile']?.['fields'];
  expect(Object.keys(labels ?? {})).toEqual(expect.arrayContaining(textFieldNames));
});

test('every stored event has a name in the console', () => {
  const named = Object.keys(wordsOf.uk['console/events']?.['types'] ?? {});
  expect(named.sort()).toEqual([...eventTypes].sort());
});

test('every word of a closed list in an event has a text in the console', () => {
  const words = new Set(entries('uk', 'console/events').map(([key]) => key));
  const closed = [...events.values()].flatMap(({ activity, closedReasons = [] }) => [
    ...closedReasons.map((reason) => `reasons›${reason}`),
    ...(typeof activity === 'object' && activity !== null
      ? Object.keys(activity.kinds).map(
          (word) => `${activity.by === 'how' ? 'ways' : 'reasons'}›${word}`,
        )
      : []),
  ]);
  expect(closed.length).toBeGreaterThan(10);
  expect(closed.filter((key) => !words.has(key))).toEqual([]);
});

test('each email about an event has a subject and a text', () => {
  const keys = new Set(entries('en', 'mail').map(([key]) => key));
  const notices = [...events.values()].flatMap(({ notices: names = [] }) => names);
  expect(notices.length).toBeGreaterThan(10);
  const wanted = notices.flatMap((name) => [`notice›${name}›subject`, `notice›${name}›text`]);
  expect(wanted.filter((key) => !keys.has(key))).toEqual([]);
});

test('both languages have the same namespaces', () => {
  expect(Object.keys(wordsOf.en)).toEqual(namespaces);
});

describe.each(namespaces)('%s', (namespace) => {
  const keys = (language: Language) => [
    ...new Set(entries(language, namespace).map(([key]) => withoutPlural(key))),
  ];

  test('both languages have the same keys in the same order', () => {
    expect(keys('en')).toEqual(keys('uk'));
  });

  test('both languages have the same placeholders and tags', () => {
    const marksOf = (language: Language) =>
      new Map(entries(language, namespace).map(([key, text]) => [withoutPlural(key), marks(text)]));
    expect(marksOf('en')).toEqual(marksOf('uk'));
  });
});

describe.each(languages)('%s', (language) => {
  const words = all(language);

  test('plural forms are complete and have the same placeholders', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const forms = Map.groupBy(
      words.filter(([key]) => plural.test(key)),
      ([key]) => withoutPlural(key),
    );
    for (const [key, texts] of forms) {
      const found = texts.map(([name]) => name.slice(key.length + 1));
      expect(found.sort(), key).toEqual([...categories].sort());
      expect(new Set(texts.map(([, text]) => marks(text).join())).size, key).toBe(1);
    }
  });

  const refused = (name: string, pattern: RegExp) =>
    test(name, () => {
      expect(words.filter(([, text]) => pattern.test(plain(text)))).toEqual([]);
    });

  refused('no straight quotes or apostrophes', /["'`]|\p{L}[ʼ‘]\p{L}/u);
  refused('no empty texts, no stray or double spaces', /^$|^[ ]|[ ]$| {2}|\s[,.;:!?]/);
  refused('no three dots for an ellipsis, no hyphen for a dash', /\.\.\.| - /);
  refused('no break before a dash', / —/);
  refused(
    'no Latin and Cyrillic letters in one word',
    /\p{Script=Latin}[’ʼ]?\p{Script=Cyrillic}|\p{Script=Cyrillic}[’ʼ]?\p{Script=Latin}/u,
  );
});

/** Names and texts that use the other alphabet on purpose. */
const foreign =
  /https?:\/\/|Excel|JSON Lines|TSV|YAML|localhost|ticketId|HTML|PDF|CSV|\.csv|React|StrictMode|TypeScript|SVG|PNG|WebP|Markdown|CSP|SRI|CSS|WCAG\u00a0AA|Content-Security-Policy|min-height|style|appId|iframe|3d1488ae-128e-4655-8ca2-1ef554379335|Ctrl\+C|Ctrl-K|px|Caps Lock|Alt\+T|JavaScript|Switch to English|Google|QR|cookie|argon2id|OpenID Connect|\bCAS\b|\bIP\b|\bIf-Match\b|passkey|PASSKEY|(post_logout_)?redirect_uri|id_token_hint|client_id|\bticket\b|UTC|PASSWORD|SMTP_URL|MAIL_FROM|KPI\u00a0ID|POST|DNS|DIIA|GOOGLE|traceId|state|sandbox: true|Moodle|PostgreSQL|SQLite|Nextcloud|GitLab|Trusted Types|ASCII|kpi-id-signin|\bservice\b|pgtUrl|\brenew\b|\/cas\/proxyValidate|code_verifier|code_challenge|DPoP|\bbrama (?:import|sources)(?: \w+)?|JSON|\bNUL\b|#REF!|XLSX?|TRUST_PROXY|OUTBOUND_ALLOW|DATABASE_URL|X-Forwarded-Proto|https:\/\//g;

test('Ukrainian texts contain no banned words or Latin letters', () => {
  const banned =
    /[ыъэё]|будь ласка|на жаль|\bой\b|вибачте|акаунт|залогін|невірн|некоректн|клікніть|\bВы\b|[“”]|\p{Script=Latin}/iu;
  const faults = all('uk').filter(([key, text]) => {
    const own = plain(text).replaceAll(foreign, '');
    // findings name commands, files and parameters of systems
    return banned.test(key.startsWith('findings:') ? own.replaceAll(/[A-Za-z]+/g, '') : own);
  });
  expect(faults).toEqual([]);
});

test('English texts contain no banned words or Cyrillic letters', () => {
  const banned =
    /\b(please|sorry|oops|invalid|forbidden|illegal|whoops|login)\b|[«»„]|\p{Script=Cyrillic}/iu;
  const switches = ['common:language›switch', 'console/shell:language'];
  const own = all('en').filter(([key]) => !switches.includes(key));
  expect(own.filter(([, text]) => banned.test(plain(text)))).toEqual([]);
});
