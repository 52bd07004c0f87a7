// References to existing objects within random requests: they are resolved when the request is sent, because requests before it
// create and delete objects.

import { type SqlBool, sql } from 'kysely';
import { apps, type World } from '../../world.ts';

const kinds = [
  'users',
  'groups',
  'applications',
  'secrets',
  'sessions',
  'tokens',
  'approvals',
  'passkeys',
  'events',
  'keys',
  'usernames',
  'cursors',
] as const;
export type Kind = (typeof kinds)[number];

/** Kinds whose ids are UUIDs. */
export const kindsWithIds: readonly Kind[] = kinds.slice(0, 8).filter((kind) => kind !== 'groups');

/** Stands for the name of an existing object of this kind. */
export class Existing {
  readonly kind: Kind;
  readonly position: number;

  constructor(kind: Kind, position: number) {
    this.kind = kind;
    this.position = position;
  }
}

/** What a parameter, or a field of a body, with this name refers to. `before` is the part of the path before the parameter. */
export function kindOf(name: string, before = ''): Kind | undefined {
  const byName: Partial<Record<string, Kind>> = {
    userId: 'users',
    ownerId: 'users',
    actorId: 'users',
    sponsorId: 'users',
    applicationId: 'applications',
    secretId: 'secrets',
    sessionId: 'sessions',
    passkeyId: 'passkeys',
    passkey: 'passkeys',
    group: 'groups',
    groups: 'groups',
    username: 'usernames',
    cursor: 'cursors',
  };
  const byPath: Partial<Record<string, Kind>> = {
    users: 'users',
    groups: 'groups',
    applications: 'applications',
    tokens: 'tokens',
    approvals: 'approvals',
    registrations: 'applications',
    keys: 'keys',
  };
  return byName[name] ?? byPath[before];
}

type Row = { kind: Kind; id: string };

const noObject = '00000000-0000-4000-8000-000000000000';

/** Knows the names of objects, apart from those that examples need. They are in the order in which it has seen them: so a seed selects the same ones in every run. */
export class Pool {
  readonly #names = new Map<Kind, string[]>(kinds.map((kind) => [kind, []]));
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Reads the names again. */
  async refresh(): Promise<void> {
    const { db, olena } = this.#world;
    const { rows } = await sql<Row>`
      select 'users' as kind, id from users where erased_at is null and id <> ${olena}
      union all select 'usernames', username from users where erased_at is null
      union all select 'groups', name from groups where name not in ('students', 'empty')
      union all select 'applications', id from applications where id <> ${apps.campus.id}
      union all select 'sessions', uid from sessions
      union all select 'tokens', id from api_tokens
      union all select 'approvals', id from approvals
      union all select 'passkeys', id from passkeys
      union all select 'keys', kid from oidc_keys
      union all select 'events', id from (select id from events order by at desc limit 5) as newest
      order by id`.execute(db);
    const secrets = await db
      .selectFrom('applications')
      .select('secrets')
      .where(sql<SqlBool>`secrets is not null`)
      .execute();
    const ids = secrets.flatMap((row) => JSON.parse(row.secrets ?? '[]') as { id: string }[]);
    const found = [...rows, ...ids.map(({ id }): Row => ({ kind: 'secrets', id }))];
    for (const kind of kinds) {
      if (kind === 'cursors') continue;
      const now = new Set(found.filter((row) => row.kind === kind).map(({ id }) => id));
      const known = (this.#names.get(kind) ?? []).filter((name) => now.delete(name));
      this.#names.set(kind, [...known, ...now]);
    }
  }

  /** Keeps the cursor of a response for other lists. */
  addCursor(cursor: unknown): void {
    const cursors = this.#names.get('cursors') ?? [];
    if (typeof cursor === 'string' && !cursors.includes(cursor)) cursors.push(cursor);
  }

  nameOf({ kind, position }: Existing): string {
    const names = this.#names.get(kind) ?? [];
    return names[position % names.length] ?? noObject;
  }

  /** Returns the value with names in place of references. */
  resolve(value: unknown): unknown {
    if (value instanceof Existing) return this.nameOf(value);
    if (Array.isArray(value)) return value.map((one) => this.resolve(one));
    if (typeof value !== 'object' || value === null) return value;
    // also keeps fields such as __proto__
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, this.resolve(one)]),
    );
  }
}
