// The attributes of a user that an application receives, under the names of its record. Pure.

import { type FieldsWith, fieldsWith } from '@brama/contract/users/fields';
import { amrOf, strongestLevelOf } from '../../sessions/assurance.ts';
import type { Session } from '../../sessions/session.ts';
import { affiliationsOf, type User } from '../../users/user.ts';
import type { Application } from '../application.ts';
import type { ClaimsPreview } from '../protocol.ts';
import type { AttributeSource } from './sources.ts';

type Given = {
  user: User;
  /** Undefined in a preview: what depends on the sign-in has no value then. */
  session?: Session | undefined;
  taxId?: string | undefined;
};

type DataSource = `data.${string}`;
type ReadSource = (given: Given) => readonly string[] | string | null | undefined;

type FieldSource = FieldsWith<'cas', true>;

const fieldSources = Object.fromEntries(
  fieldsWith('cas', true).map((name): [FieldSource, ReadSource] => [
    name,
    ({ user }) => user[name],
  ]),
) as Record<FieldSource, ReadSource>;

const sources: Record<Exclude<AttributeSource, DataSource>, ReadSource> = {
  ...fieldSources,
  affiliation: ({ user }) => affiliationsOf(user),
  groups: ({ user }) => user.groups,
  id: ({ user }) => user.id,
  acr: ({ session }) => session && strongestLevelOf(session),
  amr: ({ session }) => session && amrOf(session),
  taxId: ({ taxId }) => taxId,
};

/** The name in the record of the application → the source of its value. */
export type AttributeNames = Readonly<Record<string, AttributeSource>>;

/** Name → values. */
export type Attributes = readonly (readonly [name: string, values: readonly string[]])[];

const isData = (source: AttributeSource): source is DataSource => source.startsWith('data.');

function readSource(source: AttributeSource, given: Given): ReturnType<ReadSource> {
  if (!isData(source)) return sources[source](given);
  const field = source.slice('data.'.length);
  // not a property that every object has
  return Object.hasOwn(given.user.data, field) ? given.user.data[field] : undefined;
}

/** Returns the attributes that have a value. `names` maps the names of the record to sources. */
export function attributesOf(names: AttributeNames, given: Given): Attributes {
  return Object.entries(names).flatMap(([name, source]) => {
    const values = [readSource(source, given) ?? []].flat().filter((value) => value !== '');
    return values.length > 0 ? [[name, values] as const] : [];
  });
}

/** Returns the attributes as a value for one and an array for several. */
export function attributesObject(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

/** Returns what an application learns about a user, without what depends on the sign-in. */
export function previewOf(
  { releases }: Pick<Application, 'releases'>,
  names: AttributeNames,
  user: User,
): ClaimsPreview {
  return {
    claims: attributesObject(attributesOf(names, { user })),
    needsConsent: false,
    receivesTaxId: Object.values(names).includes('taxId') && releases.includes('taxId'),
  };
}
