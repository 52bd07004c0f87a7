// Why a backup, its verification or a restore did not take place, in words for the operator.

import { systemUser } from '../system-user.ts';

/** Thrown where nothing was changed. The message is one sentence for the operator. */
export class Refusal extends Error {
  override name = 'Refusal';
}

const reasons: Record<string, string> = {
  ENOSPC: 'there is no space left',
  EDQUOT: 'the quota is used up',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  EROFS: 'the file system is read-only',
  EIO: 'the disk fails',
};

/** Returns what the operating system says of a file, as words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  // the command of the Debian package becomes the user brama
  if (code === 'EACCES' || code === 'EPERM') return `access is denied to the user ${systemUser()}`;
  return reasons[code ?? ''] ?? code ?? message ?? 'unknown reason';
}

/** The disk of DATA_DIR is full. Other files have messages of their own. */
const noSpace = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** Runs `work`. For a refusal, and on a full disk, prints why and returns 1. */
export async function withRefusals(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const isFull = noSpace.has(`${(error as NodeJS.ErrnoException).code}`);
    if (!isFull && !(error instanceof Refusal)) throw error;
    const full =
      'There is no space left in DATA_DIR, which holds a copy of the database meanwhile.';
    console.error(isFull ? full : (error as Refusal).message);
    return 1;
  }
}
