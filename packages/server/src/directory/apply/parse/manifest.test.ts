import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashTaxId } from '../../../users/tax-id.ts';
import { readDocument } from './document.ts';
import { inFileOrder, issueLine } from './issue.ts';
import { readManifest, unknownGroups } from './manifest.ts';
import { createUserEntry } from './user-entry.ts';
import { withLines } from './yaml-locations.ts';

const key = createSecretKey(Buffer.alloc(32, 7));
const rules = {
  entry: createUserEntry((text) => (text.startsWith('$argon2id$') ? undefined : 'is no hash')),
  hashTaxId: (taxId: string) => hashTaxId(taxId, key),
  validateTaxId: () => undefined,
  taxIdKeyFingerprint: 'ours',
};

/** Faults as they are shown, lines and all. */
function faultsIn(text: string): string[] {
  const document = readDocument(text);
  const read = document.value === undefined ? undefined : readManifest(document.value, rules);
  const issues = inFileOrder([...document.issues, ...(read?.issues ?? [])]);
  return withLines(text, issues).map(issueLine);
}

function usersIn(text: string) {
  const { manifest, issues } = readManifest(readDocument(text).value, rules);
  expect(issues).toEqual([]);
  return manifest.users;
}

const secretText = 'zq-secret-zq';

describe('invalid manifests', () => {
  const deep = `users: ${'['.repeat(5000)}${']'.repeat(5000)}`;
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
    .split('')
    .map((name, index) => `${name}: &${name} [${`*${'abcdefghij'[index]},`.repeat(200)}]`)
    .join('\n')}`;

  test.each([
    ['', ['the file is empty']],
    [' \n\t', ['the file is empty']],
    ['# nothing but words\n', ['the file holds nothing']],
    ['--- \n...\n---\n', ['the file must hold one document: no line --- in between']],
    ['just words', ['must be a mapping with groups, users, applications']],
    ['[1, 2]', ['must be a mapping with groups, users, applications']],
    ['null', ['must be a mapping with groups, users, applications']],
    ['users: {}', ['users, line 1: must be a list']],
    ['export: 5', ['export, line 1: must be a mapping, as export writes it']],
    [
      'export:\n  users: 1\n  taxIdKey: 5\n  at: today',
      [
        'export.at, line 4: is not a known field',
        'export.users, line 2: must be true or false',
        'export.taxIdKey, line 3: must be text',
      ],
    ],
    ['users: 5\ngroups: x', ['users, line 1: must be a list', 'groups, line 2: must be a list']],
    [
      'groups:\n- { name: a, title: A }\n- { title: { uk: Б, en: B } }\n- { name: c, title: { uk: "", en: C }, color: red }\n- { name: d, secondFactor: on }\n- { name: e, secondFactor: [off] }\n- { name: f, secondFactor: off }',
      [
        'groups[0].title, line 2: must be a mapping with uk and en',
        'groups[1], line 3: must be text',
        'groups[2].color, line 4: is not a known field',
        'groups[2].title.uk, line 4: must not be empty',
        'groups[3].secondFactor, line 5: must be one of off, offered, required',
        'groups[4].secondFactor, line 6: must be one of off, offered, required',
      ],
    ],
    [
      'people: []\nusers: []',
      ['people, line 1: is not known: the file must be a mapping with groups, users, applications'],
    ],
    [
      'users:\n\t- username: a',
      ['line 2: is not YAML: tab characters must not be used in indentation'],
    ],
    ['users: [', ['line 1: is not YAML: unexpected end of the stream within a flow collection']],
    [deep, ['line 1: is nested too deeply']],
    [
      JSON.stringify({ users: JSON.parse('['.repeat(40) + ']'.repeat(40)) }),
      ['line 1: is nested too deeply'],
    ],
    [bomb, ['line 7: has more than 1000 aliases (*name)']],
    ['users: !!set {a}', ['line 1: YAML tags are not supported; quote a text that begins with !']],
  ])('%.40j is rejected', (text, expected) => {
    expect(faultsIn(text)).toEqual(expected);
  });

  test.each([
    `users:\n  - username: a\n    password: *${secretText}\n`,
    `users:\n  - username: a\n    password: !${secretText}\n`,
    `users:\n  - username: a\n    password: !<${secretText}> x\n`,
    `users:\n  - username: a\n    password: "${secretText}\\q"\n`,
    `users:\n  - username: a\n    password: @${secretText}\n`,
    `users:\n  - username: a\n    password: ${secretText}: 5\n`,
    `users:\n  - { username: a, password:${secretText} }\n`,
    `users:\n  - { username: a, password: [${secretText}] }\n`,
    `users:\n  - { username: a, passwordHash: ${secretText} }\n`,
    `users:\n  - { username: a, taxId: ${secretText} }\n`,
    `users:\n  - { username: a, password: x, passwordHash: $argon2id$${secretText} }\n`,
    `{ "users": [{ "username": "a", "password": "${secretText}" ]}`,
    `{ "users": [{ "username": "a", "password": "${secretText}\u0000" }]}`,
  ])('issues do not contain secrets: %j', (text) => {
    const issues = faultsIn(text);
    expect(issues).not.toEqual([]);
    expect(issues.join('\n')).not.toContain(secretText);
  });
});

describe('invalid fields of a user', () => {
  const long = 'x'.repeat(2000);
  test.each([
    ['{}', 'users[0].username, line 3: is required'],
    ['5', 'users[0], line 3: must be a mapping with username'],
    ['[]', 'users[0], line 3: must be a mapping with username'],
    ['{ username: ~ }', 'users[0].username, line 3: must not be null'],
    ['{ username: 123 }', 'users[0].username, line 3: must be text: put the number in quotes'],
    ['{ username: true }', 'users[0].username, line 3: must be text: put the word in quotes'],
    ['{ username: " " }', 'users[0].username ( ), line 3: must not be empty'],
    [
      '{ username: a b }',
      'users[0].username (a b), line 3: may contain only letters, digits and . _ - @',
    ],
    [
      `{ username: "a\\u0007" }`,
      'users[0].username (a�), line 3: must not hold control characters or line breaks',
    ],
    [
      '{ username: "\\u0301a" }',
      'users[0].username (\u0301a), line 3: may contain only letters, digits and . _ - @',
    ],
    ['{ username: a, group: null }', 'users[0].group (a), line 3: is not a field of a user'],
    ['{ username: a, "x y": 1 }', 'users[0].? (a), line 3: is not a field of a user'],
    ['{ username: a, __proto__: 1 }', 'users[0].__proto__ (a), line 3: is not a field of a user'],
    [
      '{ username: a, constructor: 1 }',
      'users[0].constructor (a), line 3: is not a field of a user',
    ],
    ['{ username: a, fullName: ~ }', 'users[0].fullName (a), line 3: must not be null'],
    [
      `{ username: a, fullName: ${long} }`,
      'users[0].fullName (a), line 3: must be at most 256 characters long',
    ],
    [
      `{ username: a, givenName: ${long} }`,
      'users[0].givenName (a), line 3: must be at most 256 characters long',
    ],
    [
      '{ username: a, givenName: 5 }',
      'users[0].givenName (a), line 3: must be text: put the number in quotes',
    ],
    ['{ username: a, givenName: " " }', 'users[0].givenName (a), line 3: must not be empty'],
    [
      `{ username: a, fullNameEn: ${long} }`,
      'users[0].fullNameEn (a), line 3: must be at most 256 characters long',
    ],
    [
      '{ username: a, fullNameEn: "a\\nb" }',
      'users[0].fullNameEn (a), line 3: must not hold control characters or line breaks',
    ],
    [
      '{ username: a, fullNameEn: "12 34" }',
      'users[0].fullNameEn (a), line 3: must have only Latin letters',
    ],
    // changes the direction of the text
    [
      '{ username: a, fullNameEn: "Olena\\u202e" }',
      'users[0].fullNameEn (a), line 3: must have only Latin letters',
    ],
    // the first letter is Cyrillic
    [
      '{ username: a, fullNameEn: Оlena }',
      'users[0].fullNameEn (a), line 3: must have only Latin letters',
    ],
    [
      '{ username: a, fullName: "a\\nb" }',
      'users[0].fullName (a), line 3: must not hold control characters or line breaks',
    ],
    [
      '{ username: a, fullName: "a\\u0000" }',
      'users[0].fullName (a), line 3: must not hold control characters or line breaks',
    ],
    ['{ username: a, email: nobody }', 'users[0].email (a), line 3: must be an email address'],
    ['{ username: a, email: a@b }', 'users[0].email (a), line 3: must be an email address'],
    ['{ username: a, email: "" }', 'users[0].email (a), line 3: must not be empty'],
    [
      '{ username: a, studentId: 123 }',
      'users[0].studentId (a), line 3: must be text: put the number in quotes',
    ],
    [
      '{ username: a, taxId: 1234567890 }',
      'users[0].taxId (a), line 3: must be text: put the number in quotes',
    ],
    ['{ username: a, taxId: "123" }', 'users[0].taxId (a), line 3: must consist of ten digits'],
    [
      '{ username: a, taxId: "١٢٣٤٥٦٧٨٩٠" }',
      'users[0].taxId (a), line 3: must consist of ten digits',
    ],
    [
      '{ username: a, password: "" }',
      'users[0].password (a), line 3: must have 1 to 1024 characters',
    ],
    [
      `{ username: a, password: ${long} }`,
      'users[0].password (a), line 3: must have 1 to 1024 characters',
    ],
    [
      '{ username: a, password: 12345 }',
      'users[0].password (a), line 3: must be text: put the number in quotes',
    ],
    ['{ username: a, passwordHash: x }', 'users[0].passwordHash (a), line 3: is no hash'],
    [
      '{ username: a, password: x, passwordHash: $argon2id$ }',
      'users[0].passwordHash (a), line 3: stands beside password: give one of them',
    ],
    [
      '{ username: a, groups: students }',
      'users[0].groups (a), line 3: must be a list of group names',
    ],
    [
      '{ username: a, groups: [x, x] }',
      'users[0].groups[1] (a), line 3: is given twice in this list',
    ],
    [
      '{ username: a, groups: [7] }',
      'users[0].groups[0] (a), line 3: must be text: put the number in quotes',
    ],
    ['{ username: a, data: [] }', 'users[0].data (a), line 3: must be a mapping: field: value'],
    [
      '{ username: a, data: { course: 3 } }',
      'users[0].data.course (a), line 3: must be text: put the number in quotes',
    ],
    ['{ username: a, data: { deep: { er: x } } }', 'users[0].data.deep (a), line 3: must be text'],
    [
      '{ username: a, data: { __proto__: x } }',
      'users[0].data.__proto__ (a), line 3: its name must be text of at most 64 characters',
    ],
    [
      `{ username: a, data: {${Array.from({ length: 51 }, (_, n) => `f${n}: x`).join(', ')}} }`,
      'users[0].data (a), line 3: must hold at most 50 entries',
    ],
    [
      '{ username: a, disabled: "true" }',
      'users[0].disabled (a), line 3: must be true or false, without quotes',
    ],
    [
      '{ username: a, disabled: yes }',
      'users[0].disabled (a), line 3: must be true or false, without quotes',
    ],
    [
      '{ username: a, disabled: ~ }',
      'users[0].disabled (a), line 3: must be true or false, without quotes',
    ],
  ])('%.60s', (entry, expected) => {
    expect(faultsIn(`groups: []\nusers:\n  - ${entry}\n`)).toEqual([expected]);
  });

  test('a normalized username can have at most 256 characters', () => {
    expect(faultsIn(`users:\n  - username: ${'ａ'.repeat(256)}`)).toEqual([]);
    for (const name of ['a'.repeat(257), 'ﬃ'.repeat(86)])
      expect(faultsIn(`users:\n  - username: ${name}`)).toEqual([
        expect.stringContaining('at most 256'),
      ]);
  });

  test('reports every issue in file order with its line', () => {
    const text = [
      'users:',
      '  - username: first',
      '    email: nobody',
      '    data:',
      '      course: 3',
      '      # a word in between',
      '      year: false',
      '  - email: x',
      '  - username: FIRST',
      '    taxId: "0123456789"',
      '  - username: third',
      '    taxId: "0123456789"',
      '    taxId: "0123456788"',
      'groups: [a, a, "b c"]',
      'users2: []',
    ].join('\n');
    expect(faultsIn(text)).toEqual([
      'users2, line 15: is not known: the file must be a mapping with groups, users, applications',
      'groups[1], line 14: is given twice',
      'groups[2], line 14: must begin with a letter or digit, and may contain only letters, digits and . _ -',
      'users[0].email (first), line 3: must be an email address',
      'users[0].data.course (first), line 5: must be text: put the number in quotes',
      'users[0].data.year (first), line 7: must be text: put the word in quotes',
      'users[1].email, line 8: must be an email address',
      'users[1].username, line 8: is required',
      'users[2].username (FIRST), line 9: is the same as that of users[0]',
      'users[3].taxId, line 13: is given twice; remove one',
    ]);
  });

  test.each([
    ['o.shevchenko', 'O.Shevchenko'],
    ['ﬁna', 'FINA'],
    ['Олена', 'олена'],
    ['cafe\u0301', 'CAFÉ'],
  ])('%s and %s are duplicate usernames', (one, other) => {
    expect(faultsIn(JSON.stringify({ users: [{ username: one }, { username: other }] }))).toEqual([
      expect.stringContaining('is the same as that of users[0]'),
    ]);
  });

  test('two users cannot have the same tax number', () => {
    const text =
      'users:\n- { username: a, taxId: "0123456789" }\n- { username: b, taxId: "0123456789" }';
    expect(faultsIn(text)).toEqual(['users[1].taxId (b), line 3: is the same as that of users[0]']);
  });
});

describe('the spec of a user', () => {
  test('an omitted field stays unchanged, and null clears it', () => {
    const [omitted, cleared] = usersIn(
      'users:\n- username: a\n- { username: b, email: ~, groups: ~, data: ~, studentId: ~, employeeId: ~, taxId: ~, password: ~ }',
    );
    expect(omitted).toEqual({ index: 0, username: 'a', usernameKey: 'a' });
    expect(cleared).toEqual({
      index: 1,
      username: 'b',
      usernameKey: 'b',
      email: null,
      studentId: null,
      employeeId: null,
      taxIdHash: null,
      data: '{}',
      groups: null,
      password: 'none',
    });
  });

  test('text is normalized, groups are sorted and the tax number is hashed', () => {
    const [user] = usersIn(
      JSON.stringify({
        groups: ['b', 'a'],
        users: [
          {
            username: 'ﬁna.Й',
            fullName: 'Шевченко\u0306',
            fullNameEn: "Zoë D’Arc-Mar’yana Nʼ'",
            givenName: 'Зоя\u0308',
            groups: ['b', 'a'],
            taxId: '0123456789',
            data: { b: '', a: null },
            disabled: true,
          },
        ],
      }),
    );
    expect(user).toMatchObject({
      username: 'fina.Й',
      usernameKey: 'fina.й',
      fullName: 'Шевченко\u0306'.normalize('NFC'),
      fullNameEn: "Zoë D’Arc-Mar’yana Nʼ'",
      givenName: 'Зоя\u0308'.normalize('NFC'),
      groups: ['a', 'b'].map((group) => ({ group, validFrom: null, validUntil: null })),
      taxIdHash: hashTaxId('0123456789', key),
      data: '{"b":"","a":null}',
      disabled: true,
    });
    expect(user?.taxIdHash).not.toContain('0123456789');
  });

  test('lists can be empty, and the list of users can be missing', () => {
    expect(usersIn('users:\ngroups:\napplications: ~\n')).toEqual([]);
    expect(usersIn('{}')).toEqual([]);
    expect(usersIn('{"users": []}')).toEqual([]);
  });

  test('JSON can be indented with tabs', () => {
    expect(
      usersIn('{\n\t"users": [\n\t\t{ "username": "a\\/b" }\n\t]\n}'.replace('\\/', '.')),
    ).toHaveLength(1);
  });
});

test('unknown groups are reported with their users', () => {
  const users = usersIn('users:\n- { username: a, groups: [x, y] }');
  expect(unknownGroups(users, new Set(['x'])).map(issueLine)).toEqual([
    'users[0].groups (a): there is no group y: add it to groups',
  ]);
});
