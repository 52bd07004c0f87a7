// Sends the file to be compared: how far it is, how to stop it, and why it failed. Then the page of the import opens.
import { Alert } from '@brama/ui/alert.tsx';
import { Button } from '@brama/ui/button.tsx';
import { Progress } from '@brama/ui/loading/progress.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dataOf } from '../api/client.ts';
import { AdminProblem, isProblem } from '../api/problem.ts';
import { confirmFirst, FileReadError, uploadClient } from '../api/upload.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import { ProblemText } from '../ui/problem-text.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { type Source, sourcesKey, storeMapping } from './queries.ts';

const maxNameLength = 255;

/** Returns the name of a file as one line. */
const shownName = (name: string) =>
  name
    .replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, maxNameLength);

type Sending = {
  source: string;
  file: File;
  signal: AbortSignal;
  onProgress: (share: number) => void;
};

/** Starts a dry run. Returns its id. */
async function startDryRun({ source, file, signal, onProgress }: Sending): Promise<string> {
  await confirmFirst();
  const admin = await uploadClient(file, onProgress);
  const fileName = shownName(file.name);
  const { id } = await dataOf(
    admin.POST('/api/admin/imports', {
      params: { query: { source, isDryRun: true, ...(fileName !== '' && { fileName }) } },
      body: file,
      signal,
    }),
  );
  return id;
}

/** A page that is left while a file is sent loses it. */
function useLeaveWarning(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isSending]);
}

type CompareStepProps = {
  source: Source;
  /** Is stored before the comparison. */
  mapping: Source['mapping'] | undefined;
  file: File | undefined;
  /** Why the file cannot be compared yet. */
  obstacle: string | undefined;
  onSending: (isSending: boolean) => void;
};

export function CompareStep(props: CompareStepProps) {
  const { source: given, mapping, file, obstacle, onSending } = props;
  const source = given.name;
  const t = wordsOf('import-files');
  const queries = useQueryClient();
  const share = useRef(0);
  const stop = useRef<AbortController>(undefined);
  const [isSent, setSent] = useState(false);
  const mutation = useMutation({
    mutationFn: async (chosen: File) => {
      share.current = 0;
      setSent(false);
      stop.current = new AbortController();
      onSending(true);
      if (mapping) {
        await storeMapping(given, mapping);
        await queries.invalidateQueries({ queryKey: sourcesKey });
      }
      return startDryRun({
        source,
        file: chosen,
        signal: stop.current.signal,
        onProgress: (now) => {
          share.current = now;
          if (now >= 1) setSent(true);
        },
      });
    },
    onSettled: () => onSending(false),
    onSuccess: (id) => goTo(hrefOf(`/imports/${id}`)),
  });
  useLeaveWarning(mutation.isPending);
  useEffect(() => () => stop.current?.abort(), []);
  if (mutation.isPending)
    return (
      <div className="flex max-w-dialog flex-col items-start gap-4">
        <Progress
          describe={(value) => t('file.sent', { percent: Math.floor(value / 10) * 10 })}
          label={t('file.sending')}
          read={() => share.current * 100}
        />
        {isSent ? (
          <Received />
        ) : (
          <Button autoFocus look="secondary" onClick={() => stop.current?.abort()} type="button">
            {t('file.cancel')}
          </Button>
        )}
      </div>
    );
  if (obstacle !== undefined || !file) return <p className="text-text-2">{obstacle}</p>;
  return (
    <div className="flex max-w-dialog flex-col items-start gap-3">
      <Button
        autoFocus={mutation.error !== null}
        look="primary"
        onClick={() => mutation.mutate(file)}
        type="button"
      >
        {t('file.compare')}
      </Button>
      <p className="text-muted text-sm">{t('file.compare-hint')}</p>
      {mutation.error ? <Failure error={mutation.error} isSent={isSent} source={source} /> : null}
    </div>
  );
}

/** The server has the whole file: nothing stops it any more. Takes the focus of the button that stopped it. */
function Received() {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) text.current?.focus();
  }, []);
  return (
    <p className="outline-none" ref={text} tabIndex={-1}>
      {wordsOf('import-files')('file.received')}
    </p>
  );
}

type FailureProps = { error: Error; isSent: boolean; source: string };

/** Why a file was not compared, in words. */
function Failure({ error, isSent, source }: FailureProps) {
  const t = wordsOf('import-files');
  if (error instanceof AdminProblem)
    return (
      <ProblemText error={error}>
        {isProblem(error, 'admin.conflict') ? (
          <p>
            <a className={textLink} href={hrefOf('/imports', { source })}>
              {t('file.running')}
            </a>
          </p>
        ) : null}
      </ProblemText>
    );
  if (error.name === 'AbortError') return <p role="status">{t('file.cancelled')}</p>;
  if (isSent)
    return (
      <div role="alert">
        <Alert kind="error" title={t('file.cut-sent')}>
          <a className={textLink} href={hrefOf('/imports', { source })}>
            {wordsOf('imports')('source.imports')}
          </a>
        </Alert>
      </div>
    );
  return (
    <div role="alert">
      <Alert kind="error" title={t(error instanceof FileReadError ? 'file.changed' : 'file.cut')} />
    </div>
  );
}
