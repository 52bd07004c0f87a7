// The types of the client are those of the OpenAPI document. `npx vitest run packages/admin-client --update` writes them.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';

const here = import.meta.dirname;

test('the types are those of the document', async () => {
  const text = await readFile(path.join(here, '../../../docs/openapi.json'), 'utf8');
  const types = astToString(await openapiTS(JSON.parse(text)));
  const header = '// Made from docs/openapi.json by openapi.test.ts.\n\n';
  await expect(header + types).toMatchFileSnapshot('openapi.ts');
});
