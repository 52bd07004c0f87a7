// Reads the columns of a chosen file by the server, which stores nothing.
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { dataOf } from '../api/client.ts';
import { AdminProblem } from '../api/problem.ts';
import { type OnProgress, readStart, uploadClient } from '../api/upload.ts';
import { importsKey } from './queries.ts';

/** A file that was chosen; the number differs from that of one that was chosen before. */
export type Chosen = { file: File; number: number };

type Asked = { sheet: string; valuesOf?: string };

export type Sending = { signal: AbortSignal; onProgress: OnProgress };

async function ask(file: Blob, { sheet, valuesOf }: Asked, { signal, onProgress }: Sending) {
  const admin = await uploadClient(file, onProgress);
  return dataOf(
    admin.POST('/api/admin/sources/columns', {
      params: {
        query: {
          ...(sheet !== '' && { sheet }),
          ...(valuesOf !== undefined && { valuesOf }),
        },
      },
      body: file,
      signal,
    }),
  );
}

export type FileColumns = Awaited<ReturnType<typeof ask>>;

/** So many bytes have the header and the rows that the server samples. */
export const startBytes = 2 * 1024 * 1024;
const newline = 0x0a;
const zipSignature = [0x50, 0x4b];

/**
 * Returns the beginning of a text up to the end of a line; a spreadsheet as a whole. In UTF-16 half a character may remain, which the server
 * takes for a rejected row.
 * @throws FileReadError
 */
async function startOf(file: Blob): Promise<Blob> {
  if (file.size <= startBytes) return file;
  const bytes = await readStart(file, startBytes);
  const end = bytes.lastIndexOf(newline) + 1;
  const isSpreadsheet = zipSignature.every((byte, index) => bytes[index] === byte);
  return isSpreadsheet || end === 0 ? file : file.slice(0, end);
}

/** Returns the different values of a column in the whole file; null if they are too many or are never shown. */
export const readValues = async (file: File, asked: Required<Asked>, sending: Sending) =>
  (await ask(file, asked, sending)).values;

/** Returns why the server cannot read a file. */
export const fileReasonOf = (error: unknown) =>
  error instanceof AdminProblem ? error.problem.fileReason : undefined;

/** Reads the columns of the file, and says which share of it has been sent. */
export function useColumns(chosen: Chosen | undefined, sheet: string) {
  const share = useRef(0);
  const query = useQuery({
    queryKey: [...importsKey, 'columns', chosen?.number, sheet],
    queryFn: async ({ signal }) => {
      share.current = 0;
      const onProgress = (now: number) => {
        share.current = now;
      };
      return ask(await startOf((chosen as Chosen).file), { sheet }, { signal, onProgress });
    },
    enabled: chosen !== undefined,
    retry: false,
    // the file stays the same, whatever changes on the server
    staleTime: 'static',
    gcTime: 0,
  });
  return { query, share };
}
