// Starts an import of the register. A server with its settings then compares it.

import type { Handlers } from '../../../admin/handler.ts';
import { fail } from '../../../errors.ts';
import { findSource } from '../../../users/sources/source-store.ts';
import { found, refusing, showImport } from '../import-handlers.ts';
import { importOptions } from '../import-options.ts';
import { findImport } from '../import-store.ts';
import { openImport } from '../run-import.ts';
import { byOf } from '../upload/upload-handlers.ts';
import { changesSince } from './read-register.ts';
import { registerMapping } from './register-mapping.ts';

export function createRegisterHandlers({
  now,
  isConfigured,
}: {
  now(): number;
  /** The settings of the register are set. */
  isConfigured: boolean;
}): Handlers<'readRegister'> {
  return {
    async readRegister({ actor, params: { name }, body, queries, record }) {
      const source = (await findSource(queries, name)) ?? fail('admin.not-found');
      const refuse = (reason: string) => fail('admin.conflict', { fields: { name: reason } });
      if (source.kind !== 'edebo') refuse('does not come from the register');
      if (source.mapping === null) refuse('has no mapping');
      if (!isConfigured) refuse('the register is not set up on this server');
      const { isDryRun, isFull } = body;
      // the comparison refuses a mapping that is no longer accepted
      const { data: mapping } = registerMapping.safeParse(source.mapping);
      const from =
        isFull || !mapping ? undefined : await changesSince(queries, source, mapping, now());
      const options = importOptions.parse({ isIncrement: from !== undefined });
      const by = byOf(actor);
      const given = { source, isDryRun, options, fileName: null, mapping: source.mapping, by };
      const id = await refusing('name', () => openImport({ queries, record }, given, now()));
      await record({ type: 'import.started', details: { source: name, import: id } });
      return showImport(queries, actor, found(await findImport(queries, id)), now());
    },
  };
}
