// The import rules of the repository, in one table. import-rules.test.ts checks every file against it.

type Rule = {
  /** Files below this path belong to the area, unless a longer path of the table matches. `*` makes each folder an area. */
  area: string;
  /** Areas that files of this area may import, besides their own; `*` stands for one path segment. */
  mayImport: readonly string[];
  /** Printed with each violation. */
  reason: string;
};

/** Text files contain no code: pages, the manual and their tests may import them. */
const locales = 'packages/web/locales/';
const contract = 'packages/contract/src/';
const button = 'packages/signin-button/src/';
const ui = 'packages/ui/src/';

const base = [
  'audit/',
  'config/',
  'crypto/',
  'database/',
  'errors.ts',
  'jobs/',
  'mail/',
  'outbound/',
  'xml/',
];
const records = ['users/', 'sessions/', 'rate-limits/', 'events/', 'factors/'];
/** What features have below them, above the records. */
const http = ['http/', 'pages/', 'changes/', 'admin/'];

/** An area declares its own settings. */
const settings = ['mail/settings.ts', 'rate-limits/settings.ts', 'sign-in/*/settings.ts'];

function server(area: string, mayImport: readonly string[], reason: string): Rule {
  const own = 'packages/server/src/';
  return {
    area: own + area,
    mayImport: [contract, ...mayImport.map((path) => own + path)],
    reason,
  };
}

const serverRules: Rule[] = [
  {
    area: 'packages/server/src/',
    mayImport: [contract, 'packages/server/src/', 'packages/server/package.json'],
    reason: 'Only main.ts, version.ts and errors.ts stand here.',
  },
  server('errors.ts', ['audit/'], 'The error class imports only security events and the contract.'),
  server('audit/', [], 'Events depend on the contract alone.'),
  server(
    'config/',
    ['outbound/', 'mail/settings.ts', 'rate-limits/settings.ts'],
    'Settings of the server depend on infrastructure, not on a feature.',
  ),
  ...settings.map((file) => server(file, base, 'Settings depend on infrastructure alone.')),
  ...['crypto/', 'database/', 'jobs/', 'mail/', 'outbound/', 'xml/'].map((area) =>
    server(area, base, 'Infrastructure does not import users, sessions, HTTP or a feature.'),
  ),
  ...records.map((area) =>
    server(area, [...base, ...records], 'Records do not import HTTP or a feature.'),
  ),
  server('http/', [...base, ...records], 'The HTTP layer does not import pages or a feature.'),
  {
    ...server('pages/', [...base, ...records, 'http/'], 'Pages do not import a feature.'),
    mayImport: [...server('pages/', [...base, ...records, 'http/'], '').mayImport, button],
  },
  server(
    'changes/',
    [...base, ...records, 'http/', 'pages/'],
    'A change joins records, requests and emails for the features, and imports none of them.',
  ),
  server(
    'admin/',
    [...base, ...records, 'http/', 'pages/', 'changes/'],
    'Administration is a layer: features export their handlers to it, and it imports none of them.',
  ),
  server(
    'sign-in/',
    [...base, ...records, ...http, ...settings, 'sign-in/*/compose.ts'],
    'Features do not import each other; the composition root passes what they need.',
  ),
  server(
    'sign-in/*/',
    [...base, ...records, ...http, 'sign-in/method.ts', 'sign-in/trusted-devices.ts', ...settings],
    'A sign-in method imports method.ts, trusted-devices.ts and lower layers, never another method.',
  ),
  server(
    'applications/',
    [
      ...base,
      ...records,
      ...http,
      'applications/*/protocol.ts',
      'applications/*/settings.ts',
      'applications/oidc/clients/settings.ts',
      'applications/access/',
      'applications/diagnostics/',
      'applications/secrets/',
      'applications/suspended-requests/',
      'applications/levels/',
      'applications/manifest/',
      'applications/icons/',
      'applications/portal/',
    ],
    'Features do not import each other; the composition root passes what they need.',
  ),
  ...[
    'access',
    'attributes',
    'diagnostics',
    'icons',
    'keys',
    'manifest',
    'portal',
    'secrets',
    'suspended-requests',
  ].map((area) =>
    server(
      `applications/${area}/`,
      [
        ...base,
        ...records,
        ...http,
        'applications/',
        'applications/access/',
        'applications/diagnostics/',
        'applications/secrets/',
        'applications/icons/',
        'applications/manifest/issues.ts',
      ],
      'Features do not import each other; the composition root passes what they need.',
    ),
  ),
  server(
    'applications/hand-over/',
    ['pages/'],
    'It passes values to an application, whatever the protocol.',
  ),
  server(
    'applications/sign-out/',
    [...base, ...http, 'applications/'],
    'It delivers notifications of every protocol, and imports none of them.',
  ),
  server(
    'applications/administration/',
    [
      ...base,
      ...records,
      ...http,
      'applications/',
      'applications/access/',
      'applications/diagnostics/',
      'applications/secrets/',
      'applications/icons/',
      'applications/levels/',
      'applications/manifest/',
    ],
    'It has the rules of manifests, and serves the administration.',
  ),
  server(
    'applications/levels/',
    [...base, ...records, ...http, 'applications/', 'applications/suspended-requests/'],
    'Features do not import each other; the composition root passes what they need.',
  ),
  server(
    'applications/*/',
    [
      ...base,
      ...records,
      ...http,
      'applications/',
      'applications/access/',
      'applications/attributes/',
      'applications/diagnostics/',
      'applications/hand-over/',
      'applications/keys/',
      'applications/secrets/',
      'applications/suspended-requests/',
      'applications/levels/',
      'applications/sign-out/',
      'applications/manifest/issues.ts',
    ],
    'A protocol imports the shared parts of applications and lower layers, never another protocol.',
  ),
  ...['account/', 'directory/', 'recovery/', 'second-factor/'].map((area) =>
    server(
      area,
      [...base, ...records, ...http],
      'Features do not import each other; the composition root passes what they need.',
    ),
  ),
  server('doctor/', [''], 'The checks look at every part of the server.'),
  server('app/', [''], 'The composition root imports every part.'),
  server('commands/', [''], 'Commands may import everything of the server.'),
];

const shared = ['ui/', 'browser/', 'i18n/', 'style/', 'frame/'];
const screens = [
  'consent',
  'console',
  'device',
  'errors',
  'help',
  'legal',
  'password',
  'portal',
  'recovery',
  'second-factor',
  'setup',
  'sign-in',
  'sign-out',
  'wizard',
];

function web(area: string, mayImport: readonly string[], reason: string): Rule {
  const own = 'packages/web/src/';
  return {
    area: own + area,
    mayImport: [contract, button, ui, locales, ...mayImport.map((path) => own + path)],
    reason,
  };
}

const webRules: Rule[] = [
  web('ui/toast/', ['ui/', 'i18n/'], 'Toasts are drawn outside the page, with its texts.'),
  web('ui/', [], 'Components of the product import no texts, routes or user data.'),
  web('browser/', [], 'Browser storage and API calls do not import a screen.'),
  web('style/', [], 'Styles import nothing.'),
  web('i18n/', ['browser/'], 'Translations do not import a screen.'),
  web('frame/', shared, 'The page frame does not import a screen.'),
  web(
    'session/',
    [...shared, 'errors/user-changed.tsx'],
    'The session of the page does not import a screen.',
  ),
  web(
    'interaction/',
    [...shared, 'session/'],
    'Shared parts of interaction pages do not import a screen.',
  ),
  ...screens.map((screen) =>
    web(
      `${screen}/`,
      [...shared, 'session/', 'interaction/'],
      'Screens do not import each other; shared parts go to a lower layer.',
    ),
  ),
  web('app/', [''], 'The list of screens imports every screen.'),
  web('entries/', [''], 'Entry files import what they start.'),
  web(
    'stories/',
    ['ui/', 'i18n/', 'entries/', 'app/', 'browser/', 'frame/', 'portal/', 'style/'],
    'Stories show components and pages.',
  ),
];

const consoleShared = [
  'api/',
  'i18n/',
  'storage/',
  'ui/',
  'area.ts',
  'navigation.ts',
  'page-data.ts',
  'root.ts',
];

function consoleArea(area: string, mayImport: readonly string[], reason: string): Rule {
  const own = 'packages/console/src/';
  return {
    area: own + area,
    mayImport: [
      contract,
      ui,
      locales,
      'packages/console/locales/',
      ...mayImport.map((path) => own + path),
    ],
    reason,
  };
}

const consoleRules: Rule[] = [
  consoleArea('', [''], 'The entry and the route table import every area.'),
  consoleArea('storage/', [], 'What the browser keeps depends on nothing.'),
  consoleArea('i18n/', ['page-data.ts'], 'Texts depend on the language of the page.'),
  consoleArea('api/', ['storage/', 'page-data.ts'], 'Calls import no page.'),
  consoleArea(
    'ui/',
    ['api/', 'i18n/', 'storage/', 'navigation.ts', 'page-data.ts'],
    'Shared parts of pages import no area.',
  ),
  consoleArea('shell/', [''], 'The frame knows every area.'),
  consoleArea(
    'start/',
    [...consoleShared, 'sign-in-problems/', 'status/'],
    'The start page shows parts of other areas.',
  ),
  consoleArea(
    'users/',
    [...consoleShared, 'sign-in-problems/'],
    'The page of a user explains why the user cannot sign in.',
  ),
  consoleArea('*/', consoleShared, 'Areas do not import each other; shared parts go to ui/.'),
];

export const importRules: readonly Rule[] = [
  { area: contract, mayImport: [], reason: 'The contract imports no other package.' },
  {
    area: button,
    mayImport: [],
    reason: 'The button runs in third-party pages and imports no other package.',
  },
  {
    area: 'packages/signin-button/',
    mayImport: [button, 'scripts/release/'],
    reason: 'The button imports no other package.',
  },
  {
    area: 'packages/admin-client/',
    mayImport: ['scripts/release/'],
    reason: 'The client is a module of the contract; this folder packs it.',
  },
  {
    area: ui,
    mayImport: [],
    reason: 'Parts receive texts, addresses and data as props: they import React alone.',
  },
  ...serverRules,
  {
    area: 'packages/server/test/',
    mayImport: [
      contract,
      button,
      'packages/server/src/',
      'packages/manual/src/content/',
      'scripts/environment/',
    ],
    reason: 'Tests import the server, and texts to compare.',
  },
  ...webRules,
  ...consoleRules,
  {
    area: 'packages/console/',
    mayImport: ['packages/console/src/'],
    reason: 'The build imports the pages.',
  },
  {
    area: 'packages/web/',
    mayImport: [
      contract,
      button,
      'packages/manual/src/',
      'packages/signin-button/',
      'packages/web/src/',
      'scripts/',
    ],
    reason: 'The build imports the pages and the packages they use.',
  },
  {
    area: 'packages/manual/',
    mayImport: [contract, button, locales, 'packages/web/build/sources.json'],
    reason: 'The manual quotes the contract, the button and the texts of the pages.',
  },
  {
    area: 'packages/simulators/',
    mayImport: [],
    reason: 'Simulators reach the server over HTTP only.',
  },
  {
    area: 'scripts/',
    mayImport: [
      contract,
      button,
      'packages/server/src/app/config.ts',
      'packages/server/src/applications/manifest/entry.ts',
      'packages/server/src/audit/',
      'packages/server/src/commands/line/',
      'packages/server/src/directory/apply/parse/user-entry.ts',
      'packages/server/src/mail/email.ts',
      'packages/server/test/support/sample-emails.ts',
      'packages/simulators/src/',
      'packages/signin-button/',
      'packages/web/build/',
      'packages/web/src/stories/fixtures/',
      'e2e/',
    ],
    reason: 'Scripts start the packages and read their tables.',
  },
  ...['e2e/', 'faults/', 'bench/'].map((area) => ({
    area,
    mayImport: [contract, button, 'packages/simulators/src/', 'scripts/', 'bench/', 'e2e/support/'],
    reason: 'These tests reach the product over HTTP only.',
  })),
  {
    area: 'e2e/console/import-files.spec.ts',
    mayImport: ['packages/server/test/support/spreadsheets.ts', 'e2e/support/'],
    reason: 'The console imports spreadsheets.',
  },
  {
    area: 'e2e/pages/page-matrix.spec.ts',
    mayImport: [
      'packages/simulators/src/',
      'packages/web/build/sample-pages.ts',
      'packages/web/src/entries/example-instance.ts',
      'packages/web/src/stories/fixtures/',
      'scripts/',
      'e2e/support/',
    ],
    reason: 'The page matrix renders the fixtures of all pages.',
  },
  {
    area: 'interop/',
    mayImport: [
      contract,
      button,
      'packages/simulators/src/',
      'packages/server/test/support/oidc/parties/',
      'e2e/support/',
      'scripts/',
    ],
    reason: 'These tests reach the product over HTTP only.',
  },
  {
    area: 'examples/',
    mayImport: [button],
    reason: 'Examples import only the button’s npm package.',
  },
];

/** Imports that break a rule until the named refactoring removes them: `importing file -> imported file`. */
export const exceptions: readonly string[] = [];
