// Finds the objects that a command line names by username or name.

import { emailKey, loginNameOf, searchKey } from '@brama/contract/sign-in/login-name';
import { type Api, dataOf, Refused } from './refused.ts';

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Of a search text. */
const maxSearchLength = 100;
const maxPage = 200;
const sort = 'username' as const;

type Page<Item> = { items: Item[]; next: string | null };

/** Yields the items of all pages. */
async function* eachOf<Item>(read: (cursor: string | undefined) => Promise<Page<Item>>) {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield* page.items;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

/** Returns the id of the user with this username, with this email address if no other user has it, or with this id. @throws {Refused} */
export async function findUserId(api: Api, typed: string): Promise<string> {
  if (idForm.test(typed)) return typed.toLowerCase();
  const { entered, usernameKey, emailKey: address } = loginNameOf(typed);
  const query = { q: entered.slice(0, maxSearchLength), limit: maxPage, sort };
  const found = eachOf((cursor) =>
    dataOf(api.GET('/api/admin/users', { params: { query: { ...query, cursor } } })),
  );
  const withAddress: string[] = [];
  for await (const { id, username, email } of found) {
    if (searchKey(username) === usernameKey) return id;
    if (email !== null && emailKey(email) === address) withAddress.push(id);
  }
  const [id, another] = withAddress;
  if (another !== undefined)
    throw new Refused(`Several users have the address ${typed}: name one by the username.`);
  if (id === undefined) throw new Refused(`There is no user ${typed}.`);
  return id;
}

/** Returns the id of the application with this name or id. @throws {Refused} */
export async function findApplicationId(api: Api, typed: string): Promise<string> {
  if (idForm.test(typed)) return typed.toLowerCase();
  const query = { q: typed.slice(0, maxSearchLength), limit: maxPage };
  const found = eachOf((cursor) =>
    dataOf(api.GET('/api/admin/applications', { params: { query: { ...query, cursor } } })),
  );
  for await (const { id, name } of found) if (name === typed) return id;
  throw new Refused(`There is no application ${typed}.`);
}
