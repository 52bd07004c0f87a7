// Says in both languages who has access to an application, with the titles of the groups.

import type { Access } from '@brama/contract/admin/access';
import { type Language, languages } from '@brama/contract/paths';
import type { Queries } from '../../database/connect.ts';
import type { AccessUser } from './access.ts';
import { type Explanation, explainAccess } from './explain.ts';

/** With a user each condition says whether the user meets it. */
export async function explainInLanguages(
  queries: Queries,
  access: Access,
  user?: AccessUser,
): Promise<Record<Language, Explanation>> {
  const rows = await queries.selectFrom('groups').select(['name', 'title']).execute();
  const titles = new Map(rows.map(({ name, title }) => [name, title ? JSON.parse(title) : {}]));
  const titleOf = (group: string, language: Language): string =>
    titles.get(group)?.[language] ?? group;
  const [uk, en] = languages.map((language) => explainAccess(access, language, titleOf, user));
  if (!uk || !en) throw new Error('languages are uk and en');
  return { uk, en };
}
