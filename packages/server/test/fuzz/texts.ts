// Parsers that need no server.

import { readGoogleState } from '@brama/contract/sign-in/google/state';
import { emailKey, searchKey } from '@brama/contract/sign-in/login-name';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import { mayBeUsername } from '@brama/contract/users/fields';
import fc from 'fast-check';
import { allSettings, readConfig } from '../../src/app/config.ts';
import { addParameters, parseService } from '../../src/applications/cas/service-url.ts';
import { compareAddresses } from '../../src/applications/diagnostics/address-difference.ts';
import { shownAddress } from '../../src/applications/diagnostics/shown-address.ts';
import { readEntry } from '../../src/applications/manifest/entry.ts';
import { readUserCode } from '../../src/applications/oidc/device/user-code.ts';
import { createSettingsParsers } from '../../src/applications/protocols.ts';
import { parseBasicCredentials } from '../../src/applications/ticket/routes.ts';
import { SettingsError } from '../../src/config/settings.ts';
import { readDocument } from '../../src/directory/apply/parse/document.ts';
import { readManifest } from '../../src/directory/apply/parse/manifest.ts';
import { createUserEntry } from '../../src/directory/apply/parse/user-entry.ts';
import { networkOf, widerNetworkOf } from '../../src/http/limits/client-network.ts';
import { pathOf, shownPathOf } from '../../src/http/log.ts';
import { wantedLanguage } from '../../src/pages/language/language.ts';
import { labelOf } from '../../src/sessions/browser-label.ts';
import { validatePasswordHash } from '../../src/sign-in/password/hashing/parameters.ts';
import { changed, headerText, json, text } from './input.ts';
import { type Target, target } from './target.ts';

const rules = {
  entry: createUserEntry(validatePasswordHash),
  hashTaxId: (taxId: string) => taxId,
  validateTaxId: () => undefined,
  taxIdKeyFingerprint: '',
};
const readers = [
  ...createSettingsParsers({
    methodsOn: ['password', 'diia', 'google'],
    isProduction: false,
  }).values(),
];
const fields = ['id', 'name', 'title', 'description', 'access', 'contact', 'releases', 'protocol'];
const metadata = [
  'type',
  'redirectUrl',
  'secretHash',
  'metadata',
  'redirect_uris',
  'jwks',
  'scope',
  'services',
  'startUrl',
  'attributes',
  'singleLogout',
  'proxy',
];

/** Generates a mapping with known names and any values. */
const mappingOf = (names: readonly string[]) =>
  fc.dictionary(fc.oneof(fc.constantFrom(...names), text), fc.oneof(json, text), { maxKeys: 6 });

/** Generates lines of a manifest, in any order and depth. */
const yaml = fc
  .array(
    fc.tuple(
      fc.nat(4),
      fc.constantFrom(
        'users:',
        'applications:',
        '- username: o',
        '- id: 1',
        'a: &x',
        'b: *x',
        '<<: *x',
        '- !!js x',
        '? [a]',
        '---',
        '%YAML 9',
        'groups: [a,',
        '}',
        'a: |',
        '"',
      ),
      fc.option(text),
    ),
    { maxLength: 12 },
  )
  .map((lines) =>
    lines.map(([depth, line, more]) => ' '.repeat(depth) + line + (more ?? '')).join('\n'),
  );

function onlySettingsError(env: Record<string, string>) {
  try {
    readConfig(env, () => {
      throw new Error('no file');
    });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
  }
}

const address = fc.oneof(fc.ipV4(), fc.ipV6());
const withZone = fc.tuple(fc.ipV6(), text).map(([ip, zone]) => `${ip}%${zone}`);

export const textTargets: Target[] = [
  target(
    'the text of a manifest',
    fc.oneof(
      yaml,
      json.map((value) => JSON.stringify(value)),
      text,
    ),
    (given) => {
      for (const strictJson of [false, true]) {
        const { value } = readDocument(given, { strictJson });
        readManifest(value, rules);
      }
    },
  ),
  target('an application of a manifest', fc.oneof(json, mappingOf(fields)), (given) =>
    readEntry(given, 0),
  ),
  target('the settings of a protocol', mappingOf(metadata), (given) => {
    for (const read of readers) read({ type: 'x', ...given }, undefined);
  }),
  target(
    'settings',
    changed(Object.fromEntries(Object.values(allSettings).map(({ name }) => [name, '1']))),
    (pairs) => onlySettingsError(Object.fromEntries(pairs)),
  ),
  target('addresses, and their difference', fc.tuple(text, text), ([one, other]) => {
    shownAddress(one);
    compareAddresses(one, [other, one]);
  }),
  target(
    'addresses of services',
    text.map((given) => `https://campus.example/${given}`),
    (given) => {
      const found = parseService(given);
      if ('reason' in found) return;
      const { origin, searchParams } = new URL(addParameters(found.href, 'ticket=ST-1'));
      if (origin !== 'https://campus.example' || `${searchParams.getAll('ticket')}` !== 'ST-1')
        throw new Error('not the same address');
      // normalising twice changes nothing
      const again = parseService(found.href);
      if ('reason' in again || again.href !== found.href) throw new Error('differs');
    },
  ),
  target('what is carried along', text, (given) => {
    // a carried query must stay the same when it is carried again
    const once = returnQuery(given);
    if (returnQuery(once) !== once) throw new Error('differs');
  }),
  target('the state Google brings back', text, readGoogleState),
  target('codes of devices', text, readUserCode),
  target('credentials in a header', headerText, parseBasicCredentials),
  target('networks', fc.oneof(text, address, withZone), (given) => {
    if (!/^(\?|[\d.]+|[\da-f:]+::\/64)$/.test(networkOf(given))) throw new Error('no network');
    if (!/^(\?|[\d.]+\/24|[\da-f:]+::\/48)$/.test(widerNetworkOf(given)))
      throw new Error('no site');
  }),
  target('browsers', headerText, labelOf),
  target('names', text, (given) => {
    mayBeUsername(given);
    // normalising twice changes nothing
    if (searchKey(searchKey(given)) !== searchKey(given)) throw new Error('differs');
    const email = emailKey(given);
    if (emailKey(email) !== email || email.length !== given.length) throw new Error('differs');
    // an ASCII email address and the same username are compared alike
    if (/^[\x20-\x7e]*$/.test(given) && email !== searchKey(given)) throw new Error('differs');
  }),
  target('languages', fc.oneof(text, json), wantedLanguage),
  target('paths in the log', text, (given) => {
    if (/[?#]/.test(pathOf(given)) && !given.startsWith('#')) throw new Error('a query is left');
    shownPathOf(given);
  }),
];
