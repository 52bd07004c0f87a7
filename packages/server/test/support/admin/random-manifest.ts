// Random manifests that `apply` accepts: users with roles, sponsors and periods; applications of each protocol with owners, secrets
// and rules of access.

import { roles } from '@brama/contract/admin/roles';
import {
  type TextFieldName,
  textFieldNames,
  type UserFacts,
  userFields,
} from '@brama/contract/users/fields';
import fc from 'fast-check';
import { hashSecret } from '../../../src/crypto/secrets.ts';
import { taxIdFrom } from '../tax-ids.ts';

const name = fc.stringMatching(/^[a-zа-я][a-zа-я0-9]{0,12}$/);
const slug = fc.stringMatching(/^[a-z]{1,8}$/);
const text = fc.stringMatching(/^[A-Za-zА-Яа-яіїєґ’"\\%]{1,20}$/);
const texts = fc.record({ uk: text, en: text });
const secretHash = fc.uuid().map((secret) => hashSecret(secret));

const between = (from: string, to: string) =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString());
/** The start is before every end. */
const start = between('2020-01-01', '2030-12-31');
const end = between('2031-01-01', '2039-12-31');
const periods = { validFrom: fc.option(start), validUntil: fc.option(end) };

function memberships(groups: readonly string[]) {
  return fc
    .subarray([...groups])
    .chain((own) =>
      fc.tuple(
        ...own.map((group) =>
          fc.oneof(fc.constant(group), fc.record({ name: fc.constant(group), ...periods })),
        ),
      ),
    );
}

const latinName = fc.stringMatching(/^[A-Z][a-z]{1,12}$/);
const address = fc.tuple(slug, slug).map(([mailbox, host]) => `${mailbox}@${host}.example`);
/** Fields with a form of their own. */
const forms: Partial<Record<TextFieldName, fc.Arbitrary<string>>> = {
  username: name,
  fullNameEn: latinName,
  email: address,
};

const facts = Object.fromEntries(
  textFieldNames.map((field) => {
    const form = forms[field] ?? text;
    return [field, userFields[field].clears ? fc.option(form) : form];
  }),
) as { [Field in TextFieldName]: fc.Arbitrary<UserFacts[Field]> };

const usersOf = (groups: readonly string[]) =>
  fc.uniqueArray(
    fc.record(
      {
        ...facts,
        groups: memberships(groups),
        roles: fc.subarray([...roles]),
        data: fc.dictionary(name, fc.option(text), { maxKeys: 3 }),
        disabled: fc.boolean(),
        ...periods,
      },
      { requiredKeys: ['username', 'fullName'] },
    ),
    { selector: ({ username }) => username, minLength: 2, maxLength: 8 },
  );

/** A condition with a few levels. */
function accessTo(groups: readonly string[]) {
  const group = fc.constantFrom(...groups).map((one) => ({ group: one }));
  const attribute = name.map((field) => `data.${field}`);
  const simple = fc.oneof(
    group,
    fc.record({ attribute, is: text }),
    fc.record({ attribute, in: fc.array(text, { minLength: 1, maxLength: 3 }) }),
    fc.record({ attribute: fc.constantFrom('studentId', 'employeeId'), exists: fc.boolean() }),
    fc.record({ attribute: fc.constant('emailDomain'), is: fc.constant('campus.example') }),
  );
  const lists = fc.oneof(
    fc.array(simple, { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(simple, { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    simple.map((not) => ({ not })),
  );
  return fc.oneof(
    fc.constant('everyone'),
    fc.subarray([...groups], { minLength: 1 }).map((some) => ({ groups: some })),
    simple,
    lists,
    fc.array(lists, { minLength: 1, maxLength: 2 }).map((any) => ({ any })),
  );
}

const url = slug.map((host) => `https://${host}.example/callback`);
const protocols = fc.oneof(
  fc.record({ type: fc.constant('link'), url }),
  fc.record({
    type: fc.constant('ticket'),
    redirectUrl: url,
    secretHash,
    returnErrors: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('oidc'),
    firstParty: fc.boolean(),
    secretHash,
    metadata: fc.record({
      client_id: slug,
      redirect_uris: fc.uniqueArray(url, { minLength: 1, maxLength: 3 }),
      token_endpoint_auth_method: fc.constant('client_secret_basic'),
    }),
  }),
);

const secrets = fc.uniqueArray(fc.record({ name: slug, hash: secretHash, expiresAt: end }), {
  selector: (one) => one.name,
  maxLength: 3,
});

type Application = { protocol: { type: string; metadata?: { client_id: string } } };

function applicationsOf(groups: readonly string[], usernames: readonly string[]) {
  const entries = fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      name: slug,
      title: texts,
      description: texts,
      category: fc.option(texts),
      access: accessTo(groups),
      releases: fc.subarray(['taxId']),
      owners: fc.subarray([...usernames]),
      protocol: protocols,
      secrets,
    }),
    { selector: (one) => one.name, maxLength: 4 },
  );
  // a link has no secrets; client ids are unique
  return entries.map((list) =>
    list.map((one, index) => {
      const { secrets: own, ...entry } = one;
      const { metadata } = (one as Application).protocol;
      if (metadata) metadata.client_id = `client${index}`;
      return one.protocol.type === 'link' ? entry : { ...entry, secrets: own };
    }),
  );
}

/** Makes some users guests of the first one; the others have tax numbers. */
function withSponsors<User extends { username: string }>(users: readonly User[]) {
  return fc
    .array(fc.boolean(), { minLength: users.length, maxLength: users.length })
    .map((flags) =>
      users.map((user, index) =>
        flags[index] && index > 0
          ? { ...user, sponsor: users[0]?.username, validUntil: '2039-12-31T00:00:00.000Z' }
          : { ...user, taxId: taxIdFrom(300_000_000 + index) },
      ),
    );
}

export const randomManifests = fc
  .uniqueArray(name, { minLength: 1, maxLength: 5 })
  .chain((groups) => fc.tuple(fc.constant(groups), usersOf(groups)))
  .chain(([groups, users]) =>
    fc.record({
      groups: fc.constant(groups),
      users: withSponsors(users),
      applications: applicationsOf(
        groups,
        users.map(({ username }) => username),
      ),
    }),
  );
