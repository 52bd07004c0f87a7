// Application ids (`appId`). Clients write them in any letter case; code behind the boundary uses the normal form.

/** The id of an application in its normal form. */
export type AppId = string & { readonly brand: 'AppId' };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns a text in lower case, to compare it with ids. It can be the id of no application. */
export function normalizeAppId(text: string): AppId {
  return text.toLowerCase() as AppId;
}

/** Returns the normal form of an id; undefined for a text that cannot be one. */
export function parseAppId(text: string): AppId | undefined {
  const id = normalizeAppId(text);
  return uuid.test(id) ? id : undefined;
}
