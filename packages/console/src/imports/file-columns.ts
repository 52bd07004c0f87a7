// Reads the columns of a chosen file by the server, which stores nothing.
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../api/client.ts';
import { AdminProblem } from '../api/problem.ts';
import { uploadClient } from '../api/upload.ts';

/** A file that was chosen; the number differs from that of one that was chosen before. */
export type Chosen = { file: File; number: number };

type Asked = { sheet?: string | undefined; valuesOf?: string };

export async function readColumns(file: File, { sheet, valuesOf }: Asked, signal?: AbortSignal) {
  const admin = await uploadClient(file);
  return dataOf(
    admin.POST('/api/admin/sources/columns', {
      params: {
        query: {
          ...(sheet !== undefined && sheet !== '' && { sheet }),
          ...(valuesOf !== undefined && { valuesOf }),
        },
      },
      body: file,
      ...(signal && { signal }),
    }),
  );
}

export type FileColumns = Awaited<ReturnType<typeof readColumns>>;

/** Returns why the server cannot read a file. */
export const fileReasonOf = (error: unknown) =>
  error instanceof AdminProblem ? error.problem.fileReason : undefined;

export function useColumns(chosen: Chosen | undefined, sheet: string) {
  return useQuery({
    queryKey: ['imports', 'columns', chosen?.number, sheet],
    queryFn: ({ signal }) => readColumns((chosen as Chosen).file, { sheet }, signal),
    enabled: chosen !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
