// The one table of commands: usage texts, parsing and completion derive from it. `main.ts` names the code of each area.

import { maxSecretDays } from '@brama/contract/admin/applications';
import { rowKinds } from '@brama/contract/admin/imports/codes';
import { allPermissions } from '@brama/contract/admin/permissions';
import { roles } from '@brama/contract/admin/roles';
import { maxTokenDays } from '@brama/contract/admin/tokens';
import { eventTypes } from '@brama/contract/events/event-table';
import { secondFactorPolicies } from '@brama/contract/second-factor/second-factor';
import { type AreaSpec, choice, count, flag, needed, text, texts } from './spec.ts';

const username = ['USERNAME'] as const;
const application = ['APPLICATION'] as const;
const group = ['GROUP'] as const;

const json = { json: flag('prints the JSON of the administration API') } as const;
const list = {
  limit: count(1, 1_000_000, 'the most rows, 50 by default'),
  cursor: text('CURSOR', 'continues a list that has more rows'),
  ...json,
} as const;

const role = choice('ROLE', roles, 'the role, administrator by default');

const explanation = {
  'issued-by': needed('NAME', 'who does it; stands in the events of the user'),
  reason: needed('TEXT', 'why; stands in the events of the user'),
} as const;

const newToken = {
  name: needed('NAME', 'for what it is used, at most 100 characters'),
  scope: {
    ...texts('PERMISSION', 'one permission of the token; may be repeated'),
    choices: allPermissions,
  },
  days: count(1, maxTokenDays, 'for how many days it is valid, 30 by default'),
} as const;

const roleCommands = {
  grant: {
    summary: 'gives the user a role',
    operands: username,
    options: { role },
    remote: { page: '/roles' },
  },
  revoke: {
    summary: 'takes a role away; never from the only enabled administrator',
    operands: username,
    options: { role },
    remote: { page: '/roles' },
  },
  list: { summary: 'prints the users with roles', options: list, remote: 'api' },
} as const;

const tokenCommand = {
  summary:
    'prints a new API token of the user, who must have a role. It is valid for everything that the user may do, or only for each --scope',
  operands: username,
  options: newToken,
  remote: { page: '/tokens/new' },
} as const;

const titles = {
  'title-uk': text('TEXT', 'the name that people see, in Ukrainian; with --title-en'),
  'title-en': text('TEXT', 'the same in English'),
  'second-factor': choice(
    'POLICY',
    [...secondFactorPolicies, 'default'],
    'the policy for second factors of its members; default is that of the settings',
  ),
} as const;

const databases = ['sqlite', 'postgres'] as const;

/** A manifest has rights that no API token has: it sets passwords, and addresses and tax numbers of administrators. */
const noManifests = {
  page: '/users',
  reason: 'The administration API takes no manifests, which have more rights than any API token.',
} as const;

export const areas = {
  serve: {
    summary: 'starts the server (what npm start does, without the demo)',
    commands: { '': { summary: 'starts the server' } },
  },
  setup: {
    summary: 'sets up a new installation for production: settings, keys, first administrators',
    commands: {
      '': {
        summary:
          'creates the database and the keys, writes settings.env into DATA_DIR, and creates the first administrators, each with a code for the first sign-in. Continues a set-up that was interrupted. Refuses a database that has users, or has ever had an administrator. Asks at a terminal for what is not given',
        options: {
          address: text(
            'URL',
            'the public address, with https and without a path: https://id.campus.example',
          ),
          'organisation-uk': text('NAME', 'name of the organisation in Ukrainian'),
          'organisation-en': text('NAME', 'the same in English'),
          username: text('NAME', 'of the first administrator'),
          name: text('NAME', 'the full name of this user'),
          email: text('ADDRESS', 'the email address of this user'),
          'second-username': text(
            'NAME',
            'of a second administrator, who can help if the first one loses all ways to sign in',
          ),
          'second-name': text('NAME', 'the full name of this user'),
          'second-email': text('ADDRESS', 'the email address of this user'),
          logo: text('FILE', 'an .svg, .png or .webp file of at most 200 KiB'),
          colour: text('COLOUR', 'of buttons and links, such as #1a5fb4'),
          'trust-proxy': text('N', 'the number of reverse proxies before the server'),
          'smtp-url': text(
            'URL',
            'server that sends email, without a password: smtp://user@mail.campus.example:587',
          ),
          'smtp-password-file': text('FILE', 'its password; - is standard input'),
          'mail-from': text('ADDRESS', 'sender of email'),
          'database-url-file': text(
            'FILE',
            'address of PostgreSQL with user and password; - is standard input. Without it: SQLite',
          ),
        },
      },
      code: {
        summary:
          'prints the one-time code that opens the page /en/setup or /uk/setup of the server, which asks the same in a browser. The code works for 24 hours, in the first browser that enters it; a code that was entered is replaced',
      },
    },
    notes:
      'Without a terminal the first six options are needed. Settings of the environment take precedence and need no option.',
  },
  migrate: {
    summary: 'brings the schema of the database up to date',
    commands: {
      '': {
        summary:
          'creates the tables of an empty database, or brings them up to the schema of this release. With PostgreSQL roles, run it as the owner of the schema (DATABASE_OWNER_URL) before the new release starts. Servers of the previous release keep running meanwhile. It prints the migrations that it has applied',
      },
    },
  },
  apply: {
    summary: 'creates or updates groups, users and applications from a YAML or JSON file',
    commands: {
      '': {
        summary:
          'creates or updates what FILE describes: YAML or JSON, as in docs/manifest.md; a file named .json must be JSON; - reads standard input',
        operands: ['FILE'],
        options: {
          'dry-run': flag('prints every field that would change, and changes nothing'),
          once: text('NAME', 'does nothing if a manifest was applied under this name before'),
          'if-empty': flag('does nothing if there are users or applications already'),
          'if-applied': text('NAME', 'does nothing unless a manifest was applied with --once NAME'),
        },
        remote: noManifests,
      },
    },
  },
  diff: {
    summary: 'compares a manifest with the database',
    commands: {
      '': {
        summary:
          'prints every field in which the groups, users and applications of FILE differ from the database. Exits with 5 if any differs. Changes nothing',
        operands: ['FILE'],
        remote: noManifests,
      },
    },
  },
  export: {
    summary: 'writes groups, applications and users as a manifest for apply',
    commands: {
      '': {
        summary:
          'writes groups and applications as a manifest (JSON): apply accepts it, and changes nothing',
        options: {
          users: flag('users too, with the hashes of their passwords and tax numbers'),
          output: text(
            'FILE',
            'the file, which only its owner may read; otherwise standard output',
          ),
          yes: flag('writes to a terminal'),
          'changes-since': text(
            'TIME',
            'instead of a manifest, the list of users who were disabled, erased or deprived of a role since then: the time of a backup, such as 2026-11-28T20:15:00Z. For restore',
          ),
        },
        remote: {
          page: '/applications',
          reason:
            'The administration API returns no manifests, which have the hashes of secrets and passwords.',
        },
      },
    },
    notes:
      'The manifest has hashes of the secrets of applications. Keep it like a backup of the database. Hashes of tax numbers fit only a database with the same TAX_ID_KEY: the file has its fingerprint, and apply compares it.',
  },
  backup: {
    summary: 'writes an encrypted copy of the database; backup verify reads one on any machine',
    commands: {
      '': {
        summary:
          'writes a copy of the database of one moment, while servers run; every change acknowledged before is in it. PostgreSQL needs pg_dump, which is not older than the server. {time} in FILE becomes the time in UTC',
        operands: ['FILE'],
        options: {
          recipient: texts(
            'KEY',
            'a public key of age (age1…) for which the copy is encrypted; may be repeated',
          ),
          'recipients-file': texts('FILE', 'public keys, one in a line'),
          unencrypted: flag('writes a copy that everybody can read who gets the file'),
          keep: count(
            1,
            99_999,
            'afterwards removes older backups: of the files that differ only in {time}, N stay',
          ),
        },
      },
      verify: {
        summary:
          'reads all of a backup, on any machine and without settings, and prints what it contains',
        operands: ['FILE'],
        options: {
          identity: text(
            'FILE',
            'private keys, as age-keygen writes them. They must never lie on the server',
          ),
        },
      },
    },
    notes:
      'The hash of the file is in FILE.sha256. DATA_KEY and TAX_ID_KEY are not in a backup: store them elsewhere.',
  },
  restore: {
    summary: 'puts the database of a backup into an empty place, and ends all access',
    commands: {
      '': {
        summary:
          'puts the database of a backup into an empty place: DATA_DIR without a database, or an empty database of PostgreSQL (needs pg_restore and psql, and DATABASE_OWNER_URL with roles). Checks all of the file first. Then it ends all sessions, tokens, tickets, links and remembered browsers, and voids recovery codes and used codes of apps',
        operands: ['FILE'],
        options: {
          identity: text('FILE', 'private keys of age; remove the file afterwards'),
          'changes-since': text(
            'FILE',
            'what export --changes-since has written: users disabled, erased or deprived of a role since the backup',
          ),
          users: text(
            'FILE',
            'the same, typed; - is standard input. Lines: USERNAME or disable USERNAME, erase USERNAME, revoke USERNAME ROLE',
          ),
          'no-changes': flag('there are no such users'),
        },
      },
    },
    notes:
      'Without the last three options it asks at a terminal. DATA_KEY and TAX_ID_KEY must be those of the backup.',
  },
  database: {
    summary: 'copies everything between SQLite and PostgreSQL',
    commands: {
      copy: {
        summary:
          'copies all rows between DATA_DIR (sqlite: the file brama.sqlite) and DATABASE_URL (postgres; with roles also DATABASE_OWNER_URL), and compares their numbers and hashes. Stop all servers first: the command refuses while one has a database open, and none starts until it ends. The target must be empty; the source stays as it is. After an interruption run it again: it continues',
        options: {
          from: { ...choice('KIND', databases, 'the database that is copied'), isNeeded: true },
          to: { ...choice('KIND', databases, 'the other one'), isNeeded: true },
        },
      },
    },
  },
  keys: {
    summary: 'the keys that sign for applications; TAX_ID_KEY and DATA_KEY',
    commands: {
      list: {
        summary: 'prints the existing signing keys and what each is for',
        options: json,
        remote: 'api',
      },
      rotate: {
        remote: { page: '/keys' },
        summary:
          'creates a new signing key for every algorithm. It is published at once and signs after two days, when every application has read it; the previous key stays valid for thirty days. While such keys wait, it creates no others and exits with 1',
        options: {
          now: flag(
            'for a key that may have leaked: the new keys sign at once, and all others are deleted. Nothing that the old keys signed is accepted any more: ID tokens, and sign-out requests with one (id_token_hint). Applications that cache our keys refuse sign-ins until they read them again. Users stay signed in; access and refresh tokens are not signed and stay valid',
          ),
        },
      },
      check: {
        summary:
          'prints the fingerprints of TAX_ID_KEY and DATA_KEY, and whether they are the keys of this database. With --server it prints what doctor finds about them there',
        remote: 'api',
      },
      replace: {
        summary:
          'makes the given TAX_ID_KEY or DATA_KEY the one of this database. Stop all servers first. Without --yes it prints what is lost and changes nothing',
        operands: ['TAX_ID_KEY|DATA_KEY'],
        options: { yes: flag('changes it') },
      },
    },
  },
  sessions: {
    summary: 'where a user is signed in; signs the user out everywhere',
    commands: {
      list: {
        summary: 'prints where the user is signed in: last use, sign-in, method and browser',
        operands: username,
        options: json,
        remote: 'api',
      },
      end: {
        summary:
          'signs the user out of all browsers, applications and devices. The account is not locked: the user can sign in again. To lock it: users disable',
        operands: username,
        remote: 'api',
      },
    },
  },
  admin: {
    summary: 'the same as roles and tokens create, under its former name',
    commands: { ...roleCommands, token: tokenCommand },
  },
  roles: {
    summary: 'gives users roles of administration, lists and revokes them',
    commands: roleCommands,
  },
  tokens: {
    summary: 'API tokens: lists, creates and revokes them',
    commands: {
      list: { summary: 'prints the API tokens, the newest first', options: list, remote: 'api' },
      create: tokenCommand,
      revoke: {
        summary: 'revokes a token: requests with it are refused at once',
        operands: ['TOKEN_ID'],
        remote: 'api',
      },
    },
  },
  users: {
    summary: 'finds, shows and disables users; how they sign in; temporary access codes',
    commands: {
      list: {
        summary: 'finds users',
        options: {
          search: text('TEXT', 'a part of a name, the username, the address or a number'),
          group: text('GROUP', 'only members of this group'),
          role: choice('ROLE', roles, 'only users with this role'),
          disabled: flag('only users who cannot sign in now'),
          enabled: flag('only users who can'),
          guests: flag('only guests'),
          ...list,
        },
        remote: 'api',
      },
      show: {
        summary: 'prints what is known of the user',
        operands: username,
        options: json,
        remote: 'api',
      },
      disable: {
        summary: 'locks the account: the user cannot sign in, and is signed out everywhere at once',
        operands: username,
        options: { note: text('TEXT', 'why, for other administrators'), ...json },
        remote: 'api',
      },
      enable: {
        summary: 'lets a disabled user sign in again',
        operands: username,
        options: json,
        remote: 'api',
      },
      factors: {
        summary:
          'prints how the user can sign in: methods, passkeys, second factors, remembered browsers, recovery',
        operands: username,
        options: json,
        remote: 'api',
      },
      'access-code': {
        summary:
          'prints a temporary access code, once. With it the user chooses a new password or adds a passkey at /recovery. Check in person who the user is. The user gets an email. The code works once and replaces the previous one',
        operands: username,
        options: {
          ...explanation,
          hours: count(1, 168, 'for how many hours the code is valid, 24 by default'),
        },
        remote: { page: '/users' },
      },
      reset: {
        summary:
          'removes the passkeys, the authenticator app, the recovery codes and the remembered browsers, and ends all sessions. The password stays. The user gets an email',
        operands: username,
        options: explanation,
        remote: { page: '/users' },
      },
    },
  },
  sources: {
    summary: 'where users come from: other systems whose files are imported',
    commands: {
      list: {
        summary: 'prints the sources, that whose values count first at the top',
        options: json,
      },
      show: {
        summary: 'prints a source as the YAML that set reads',
        operands: ['SOURCE'],
        options: json,
      },
      set: {
        summary:
          'creates or changes a source by a YAML or JSON file, as in docs/import.md; - reads standard input',
        operands: ['SOURCE', 'FILE'],
      },
      guess: {
        summary:
          'prints a mapping, guessed from the headers of FILE: columns to fields of users. Reads no database',
        operands: ['FILE'],
      },
      link: {
        summary:
          'decides who a person is for whom an import waits. The next import of the source writes it',
        operands: ['SOURCE', 'EXTERNAL_ID'],
        options: {
          user: text('USERNAME', 'the person is this user'),
          new: flag('the person is no known user, and becomes a new one'),
          force: flag('links also an ID that no import has shown'),
        },
      },
    },
  },
  import: {
    summary: 'imports the users of a source from a file; lists and approves imports',
    commands: {
      users: {
        summary:
          'compares FILE (CSV, TSV, JSON Lines or .xlsx) with the users of SOURCE and writes the differences. Waits for another administrator if it is the first import, or beyond a limit: exits with 6',
        operands: ['SOURCE', 'FILE'],
        options: {
          'dry-run': flag('compares and changes nothing'),
          'max-leavers': text('N', 'how many may leave: a number, a share or both: 50, 5%, 50,5%'),
          'max-created': text('N', 'how many users may be created'),
          'max-changed': text('N', 'of how many users the groups or the identity may change'),
          ...json,
        },
      },
      edebo: {
        summary:
          'the same with the people of the state register ЄДЕБО: what has changed since the last import, and the whole list once a week',
        operands: ['SOURCE'],
        options: {
          full: flag('the whole list now'),
          'dry-run': flag('compares and changes nothing'),
          'max-leavers': text('N', 'how many may leave: a number, a share or both: 50, 5%, 50,5%'),
          'max-created': text('N', 'how many users may be created'),
          'max-changed': text('N', 'of how many users the groups or the identity may change'),
          ...json,
        },
      },
      list: {
        summary: 'prints the last imports',
        options: {
          source: text('SOURCE', 'only those of this source'),
          limit: count(1, 1000, 'the most imports, 50 by default'),
          ...json,
        },
      },
      show: {
        summary: 'prints an import; with --rows the rows of one kind',
        operands: ['IMPORT_ID'],
        options: {
          rows: choice('KIND', rowKinds, 'the rows that were created, changed, rejected and so on'),
          limit: count(1, 1_000_000, 'the most rows, 50 by default'),
          ...json,
        },
      },
      approve: {
        summary: 'writes an import that waits. Not by the user who has started it',
        operands: ['IMPORT_ID'],
        options: json,
      },
      refuse: {
        summary: 'ends an import that waits; nothing is written',
        operands: ['IMPORT_ID'],
        options: json,
      },
      codes: {
        summary:
          'prints temporary access codes for new users of an import who cannot sign in yet, at most 500 at once. Not for users with a role. The users get an email',
        operands: ['IMPORT_ID'],
        options: {
          group: text('GROUP', 'only its members'),
          hours: count(1, 168, 'for how many hours the codes are valid, 168 by default'),
          renew: flag('also for those who have a valid code, which then ends'),
        },
      },
      continue: {
        summary: 'goes on with an import whose process has ended while it wrote',
        operands: ['IMPORT_ID'],
        options: json,
      },
    },
  },
  groups: {
    summary: 'groups of users, and their members',
    commands: {
      list: {
        summary: 'prints the groups with the number of their members',
        options: { search: text('TEXT', 'a part of the name or of a title'), ...list },
        remote: 'api',
      },
      show: { summary: 'prints a group', operands: group, options: json, remote: 'api' },
      create: {
        summary: 'creates a group',
        operands: group,
        options: { ...titles, ...json },
        remote: 'api',
      },
      change: {
        summary: 'changes the title of a group, or its policy for second factors',
        operands: group,
        options: { ...titles, ...json },
        remote: 'api',
      },
      delete: {
        summary: 'deletes a group without members that gives no access',
        operands: group,
        remote: 'api',
      },
      members: {
        summary: 'prints the members',
        operands: group,
        options: {
          period: choice(
            'PERIOD',
            ['now', 'coming', 'past', 'all'],
            'which memberships, those of now by default',
          ),
          ...list,
        },
        remote: 'api',
      },
      add: {
        summary: 'adds a user to a group, or changes the dates of the membership',
        operands: ['GROUP', 'USERNAME'],
        options: {
          from: text('TIME', 'the first moment, such as 2026-09-01T00:00:00Z'),
          until: text('TIME', 'the end'),
          ...json,
        },
        remote: 'api',
      },
      remove: {
        summary: 'removes a user from a group',
        operands: ['GROUP', 'USERNAME'],
        remote: 'api',
      },
    },
  },
  applications: {
    summary: 'applications, and their client secrets',
    commands: {
      list: {
        summary: 'prints the applications with their last sign-in and refused requests',
        options: { search: text('TEXT', 'a part of the name or of a title'), ...list },
        remote: 'api',
      },
      show: {
        summary: 'prints an application, which is named by its name or id',
        operands: application,
        options: json,
        remote: 'api',
      },
      secrets: {
        summary:
          'prints the client secrets with their dates; the secrets themselves are not stored',
        operands: application,
        options: json,
        remote: 'api',
      },
      'new-secret': {
        summary:
          'prints a new client secret, once. The others stay valid: delete them when the application uses the new one',
        operands: application,
        options: {
          name: needed('NAME', 'for whom the secret is'),
          days: count(1, maxSecretDays, 'for how many days it is valid, 366 by default'),
          ...json,
        },
        remote: 'api',
      },
      'delete-secret': {
        summary: 'deletes a client secret: requests with it are refused at once',
        operands: ['APPLICATION', 'SECRET_ID'],
        remote: 'api',
      },
    },
  },
  access: {
    summary: 'who may open an application, and why a user may or may not',
    commands: {
      who: {
        summary: 'prints who may open the application: the rule, and the users',
        operands: application,
        options: list,
        remote: 'api',
      },
      why: {
        summary:
          'prints why the user can or cannot sign in and open the application, and what helps. Exits with 1 if the user cannot',
        operands: ['USERNAME', 'APPLICATION'],
        options: json,
        remote: 'api',
      },
    },
  },
  events: {
    summary: 'what users, applications and administrators have done, for 90 days',
    commands: {
      list: {
        summary: 'prints events, the newest first',
        options: {
          type: choice('TYPE', eventTypes, 'only events of this type'),
          user: text('USERNAME', 'only events that concern this user'),
          application: text('APPLICATION', 'only events of this application'),
          actor: text('USERNAME', 'only what this administrator has done'),
          network: text('ADDRESS', 'only events from this IP address'),
          refused: flag('only refusals'),
          from: text('TIME', 'at or after this time, such as 2026-11-28T20:15:00Z'),
          to: text('TIME', 'before this time'),
          ...list,
        },
        remote: 'api',
      },
    },
  },
  passwords: {
    summary: 'makes a compact filter from a list of breached passwords',
    commands: {
      filter: {
        summary:
          'writes to the file FILTER a filter of the breached passwords in the file LIST: SHA-1 hashes in the format of Have I Been Pwned, ordered by hash. It takes two bytes for each hash instead of about 45. Set BREACHED_PASSWORDS to the filter. Users may choose none of these passwords, nor about one in a thousand others',
        operands: ['LIST', 'FILTER'],
      },
    },
  },
  registrations: {
    summary: 'lets applications register themselves',
    commands: {
      token: {
        summary:
          'prints a token with which one application can register itself (OIDC_REGISTRATION=1). Each user is asked for consent',
        options: {
          hours: count(1, 24 * 30, 'for how many hours it is valid, 24 by default'),
          group: texts(
            'NAME',
            'only users of this group may use the application; may be repeated. Without it every user may',
          ),
        },
      },
      list: {
        summary:
          'prints the self-registered applications and when they registered, the newest first',
      },
      remove: {
        summary:
          'removes one for good: users cannot sign in to it any more, and its tokens are revoked',
        operands: ['CLIENT_ID'],
      },
    },
  },
  diia: {
    summary: 'setup creates our branch and offer at Diia and prints the settings',
    commands: {
      setup: {
        summary:
          'prints the settings for the server. DIIA_HOST, DIIA_ACQUIRER_TOKEN and DIIA_AUTH_TOKEN must be set. Without --branch a new branch is created of the other options, which are all needed then',
        options: {
          offer: needed('NAME', 'what users read in Diia when they confirm a sign-in'),
          branch: text('ID', 'an existing branch'),
          name: text('NAME', 'of the new branch'),
          email: text('ADDRESS', 'of the new branch'),
          region: text('TEXT', 'where the new branch is'),
          district: text('TEXT', 'where the new branch is'),
          location: text('TEXT', 'where the new branch is'),
          street: text('TEXT', 'where the new branch is'),
          house: text('TEXT', 'where the new branch is'),
        },
      },
    },
  },
  doctor: {
    summary: 'checks the installation and prints what is wrong, with remedies',
    commands: {
      '': {
        summary:
          'checks settings, proxy, names, certificate, clock, database, keys, disk, email, Diia and Google, within 5 seconds. It connects only to addresses of the settings, and changes nothing. Run it on each node as the user of the server',
        options: {
          'send-to': text(
            'ADDRESS',
            'also sends a test email to this address; with --server it must be that of the user of the token',
          ),
          json: flag('prints the findings for programs'),
        },
        remote: 'api',
      },
    },
    notes:
      'Exit codes: 0 without errors (there may be warnings), 1 with errors or refused, 2 for an invalid command line, 3 if the server that --server names does not answer.',
  },
  completion: {
    summary: 'prints a script that completes commands in bash, zsh or fish',
    commands: {
      bash: { summary: 'for bash: put it into the folder /etc/bash_completion.d' },
      zsh: { summary: 'for zsh: put it into a folder of fpath, as the file _brama' },
      fish: {
        summary: 'for fish: put it into the folder ~/.config/fish/completions, as brama.fish',
      },
    },
  },
} as const satisfies Record<string, AreaSpec>;

export type AreaName = keyof typeof areas;
