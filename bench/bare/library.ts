// Loads the libraries from the server's own dependencies.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../scripts/children.ts';

const load = createRequire(join(root, 'packages/server/package.json'));

export const { Provider }: typeof import('oidc-provider') = load('oidc-provider');
export const SqliteFile: typeof import('better-sqlite3') = load('better-sqlite3');
export const pg: typeof import('pg') = load('pg');

export type Adapter = import('oidc-provider').Adapter;
export type AdapterPayload = import('oidc-provider').AdapterPayload;
export type Configuration = import('oidc-provider').Configuration;
export type Context = import('oidc-provider').KoaContextWithOIDC;
