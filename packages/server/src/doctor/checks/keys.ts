// The keys and other secrets: only the server may read their files, and the keys are those of the database.

import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '../../config/settings.ts';
import { keyStates } from '../../crypto/key-states.ts';
import { isMissingTable } from '../../database/errors.ts';
import { type Check, type CheckRun, type Found, found } from '../check.ts';
import { modeOf, othersMayRead } from '../file-modes.ts';

/** Container engines and systemd mount secrets there, for one container or service alone. */
const mounted = /^\/run\/(secrets|credentials)\//;

async function ofFile(file: string): Promise<Found[]> {
  if (mounted.test(file)) return [];
  // a missing file is an invalid setting
  const { mode } = (await stat(file).catch(() => undefined)) ?? { mode: 0 };
  return othersMayRead(mode) ? [found('secret-file-open', { file, mode: modeOf(mode) })] : [];
}

/** The key files of other modes than production. */
const filesIn = (dataDir: string) =>
  ['tax-id.key', 'data.key'].map((name) => join(dataDir, name)).filter((file) => existsSync(file));

async function ofStates({ config, answers }: CheckRun): Promise<Found[]> {
  const db = await answers.database().catch(() => undefined);
  if (!db) return [found('keys-not-compared')];
  try {
    const states = await keyStates(db, config);
    const wrong = states.flatMap(({ setting, state, given = '', recorded = '' }) => {
      if (state === 'other') return found('key-of-another', { setting, given, recorded });
      return state === 'missing' ? found('key-missing', { setting, recorded }) : [];
    });
    const isRecorded = states.every(({ state }) => state !== 'unrecorded' && state !== 'none');
    return wrong.length > 0 || isRecorded ? wrong : [found('keys-not-recorded')];
  } catch (error) {
    if (error instanceof SettingsError)
      return [found('key-unreadable', { file: join(config.dataDir, '*.key') })];
    // the database check names what is missing
    if (isMissingTable(error)) return [];
    return [found('keys-not-compared')];
  }
}

async function ofUser({ config: { dataDir: folder } }: CheckRun): Promise<Found[]> {
  if (process.getuid?.() !== 0) return [];
  const owner = await stat(folder).catch(() => undefined);
  return owner && owner.uid !== 0 ? [found('run-as-root', { folder })] : [];
}

export const checkKeyFiles: Check = {
  id: 'keys',
  needs: ['DATA_KEY', 'TAX_ID_KEY', 'DATA_DIR', 'DATABASE_URL'],
  async run(run) {
    const { secretFiles, dataDir } = run.config;
    const files = [...secretFiles.map(({ file }) => file), ...filesIn(dataDir)];
    const open = await Promise.all([...new Set(files)].map(ofFile));
    const all = [...open.flat(), ...(await ofUser(run)), ...(await ofStates(run))];
    return all.length > 0 ? all : [found('keys-fine')];
  },
};
