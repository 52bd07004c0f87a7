// The form of a mapping, of whatever kind: it saves it. What was entered survives a reload of the tab; the last write never wins by itself.
import { Alert } from '@brama/ui/alert.tsx';
import { useAnnounce } from '@brama/ui/announcements.tsx';
import { Button } from '@brama/ui/button.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, Fragment, type ReactNode, useRef, useState } from 'react';
import { AdminProblem, isProblem } from '../../api/problem.ts';
import { wordsOf } from '../../i18n/words.ts';
import { clearDraft, readDraft, storeDraft } from '../../storage/drafts.ts';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { importsKey, type Source, sourceQuery, sourcesKey, storeMapping } from '../queries.ts';
import type { DraftIssues } from './mapping-draft.ts';
import { SourceText } from './source-text.tsx';

export type Mapping = Readonly<Record<string, unknown>>;

type MappingFormProps<Draft> = {
  source: Source;
  /** What the form begins with: the stored mapping, or what was guessed. */
  start: Mapping;
  draftOf: (mapping: Mapping) => Draft;
  mappingOf: (draft: Draft) => Mapping;
  /** Returns what is missing, by its path in the mapping. */
  issuesOf: (draft: Draft) => DraftIssues;
  /** Paths at which the fields show errors. */
  shownPaths: RegExp;
  fields: (props: FieldsProps<Draft>) => ReactNode;
  /** The name of the button. */
  saveLabel: string;
  onSaved: () => void;
  onCancel?: (() => void) | undefined;
};

type FieldsProps<Draft> = {
  draft: Draft;
  onChange: (draft: Draft) => void;
  errorOf: (path: string) => string | undefined;
};

const textOf = (mapping: unknown) => JSON.stringify(mapping ?? null);

/** Returns what the tab has kept, if the source still has the mapping from which it was made. */
function keptMapping(id: string, stored: Source['mapping']): Mapping | undefined {
  const kept = readDraft(id);
  const text = kept?.own['mapping'];
  if (text === undefined || kept?.base['mapping'] !== textOf(stored)) return undefined;
  return JSON.parse(text);
}

const prefix = 'mapping.';

/** Returns the errors of the server by their path in the mapping. */
function refusedPaths(error: unknown): [path: string, reason: string][] {
  if (!(error instanceof AdminProblem)) return [];
  return Object.entries(error.fieldErrors).flatMap(([path, reason]) =>
    path.startsWith(prefix) ? [[path.slice(prefix.length), reason]] : [],
  );
}

/** Returns the reason at a path, with the place within it. */
function reasonAt(refused: readonly [string, string][], path: string): string | undefined {
  const found = refused.find(([one]) => one === path || one.startsWith(`${path}.`));
  if (!found) return undefined;
  const place = found[0].slice(path.length + 1);
  return place === '' ? found[1] : `${place}: ${found[1]}`;
}

function useSaving(source: Source, onSaved: () => void) {
  const t = wordsOf('import-files');
  const queries = useQueryClient();
  const announce = useAnnounce();
  /** The source whose version is sent. */
  const edited = useRef(source);
  const [stored, setStored] = useState<Source>();
  const mutation = useMutation({
    mutationFn: async (mapping: Mapping) => {
      try {
        return await storeMapping(edited.current, mapping);
      } catch (error) {
        if (!isProblem(error, 'admin.version-conflict')) throw error;
        const base = edited.current;
        const now = await queries.fetchQuery({ ...sourceQuery(source.name), staleTime: 0 });
        edited.current = now;
        // another administrator has changed the settings alone
        if (textOf(now.mapping) === textOf(base.mapping)) return storeMapping(now, mapping);
        setStored(now);
        throw error;
      }
    },
    onSuccess: async () => {
      await Promise.all(
        [sourcesKey, importsKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
      announce(t('mapping.saved'));
      onSaved();
    },
  });
  return { mutation, stored, forgetStored: () => setStored(undefined) };
}

export function MappingForm<Draft>(props: MappingFormProps<Draft>) {
  const { source, start, draftOf, mappingOf, issuesOf, shownPaths, fields } = props;
  const { saveLabel, onSaved, onCancel } = props;
  const t = wordsOf('import-files');
  const shell = wordsOf('shell');
  const id = `mapping-${source.name}`;
  const form = useRef<HTMLFormElement>(null);
  const [kept, setKept] = useState(() => keptMapping(id, source.mapping));
  const [draft, setDraft] = useState(() => draftOf(kept ?? start));
  const [issues, setIssues] = useState<DraftIssues>({});
  const { mutation, stored, forgetStored } = useSaving(source, () => {
    clearDraft(id);
    onSaved();
  });
  const refused = refusedPaths(mutation.error);

  const focusInvalid = () =>
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]')?.focus(),
    );
  const [version, setVersion] = useState(0);
  const set = (next: Draft) => {
    setDraft(next);
    setIssues({});
  };
  /** Shows another draft, with its own folded fields. */
  const replace = (next: Draft) => {
    set(next);
    setVersion(version + 1);
  };
  const change = (next: Draft) => {
    set(next);
    storeDraft(id, {
      own: { mapping: textOf(mappingOf(next)) },
      base: { mapping: textOf(source.mapping) },
    });
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const found = issuesOf(draft);
    setIssues(found);
    if (Object.keys(found).length > 0) {
      focusInvalid();
      return;
    }
    forgetStored();
    mutation.mutate(mappingOf(draft), { onError: focusInvalid });
  };
  const errorOf = (path: string) => {
    const issue = issues[path];
    return issue === undefined ? reasonAt(refused, path) : t(`issues.${issue}`);
  };
  const isShown = refused.length > 0 && refused.every(([path]) => shownPaths.test(path));
  return (
    <form
      // what has the focus stays above the bar with the buttons
      className="flex max-w-dialog flex-col gap-6 rounded-card border border-line p-4 pb-0 sm:p-6 sm:pb-0 [&_:is(input,select,button,summary,a)]:scroll-mb-32"
      noValidate
      onSubmit={submit}
      ref={form}
    >
      {kept ? (
        <DraftNotice
          onDiscard={() => {
            clearDraft(id);
            setKept(undefined);
            replace(draftOf(start));
            keepFocus(form.current);
          }}
        />
      ) : null}
      <Fragment key={version}>{fields({ draft, onChange: change, errorOf })}</Fragment>
      <SourceText mapping={mappingOf(draft)} source={source} />
      {stored ? (
        <div role="alert">
          <Alert kind="warning" title={t('mapping.conflict')}>
            <p>{t('mapping.conflict-text')}</p>
            <div className="mt-3 flex flex-wrap gap-3">
              <Button look="primary" onClick={() => submit()} type="button">
                {t('mapping.conflict-own')}
              </Button>
              <Button
                look="secondary"
                onClick={() => {
                  clearDraft(id);
                  forgetStored();
                  mutation.reset();
                  replace(draftOf(stored.mapping ?? {}));
                  keepFocus(form.current);
                }}
                type="button"
              >
                {t('mapping.conflict-stored')}
              </Button>
            </div>
          </Alert>
        </div>
      ) : null}
      {mutation.error && !stored && !isShown ? (
        <ProblemText error={mutation.error} title={t('mapping.refused')} />
      ) : null}
      {source.mapping === null ? null : (
        <p className="text-sm text-text-2">{t('mapping.save-note')}</p>
      )}
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 rounded-b-card border-line border-t bg-surface px-4 py-3 sm:-mx-6 sm:px-6">
        {Object.keys(issues).length > 0 ? (
          <p className="w-full font-medium text-error-ink" role="alert">
            {t('mapping.missing-fields')}
          </p>
        ) : null}
        <Button look="primary" pending={mutation.isPending} type="submit">
          {saveLabel}
        </Button>
        {onCancel ? (
          <Button
            look="secondary"
            onClick={() => {
              clearDraft(id);
              onCancel();
            }}
            type="button"
          >
            {shell('cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
