// Changes who has access: the rule in forms, in sentences, and which users gain and lose access by it, before it is stored.
import { Alert } from '@brama/ui/alert.tsx';
import { useAnnounce } from '@brama/ui/announcements.tsx';
import { Button } from '@brama/ui/button.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { AdminProblem, isProblem } from '../api/problem.ts';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import { clearDraft, readDraft, storeDraft } from '../storage/drafts.ts';
import { DraftNotice } from '../ui/draft-notice.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { useRested } from '../ui/use-found-users.ts';
import { useApplicationChange } from './editable.tsx';
import type { Application, Overview } from './queries.ts';
import { RuleEditor } from './rule-editor.tsx';
import { accessOf, type Rule, ruleOf } from './rule-tree.ts';

type Access = Application['access'];
type Explanation = Pick<Overview['access']['uk'], 'summary' | 'conditions'>;

const indents = ['ps-0', 'ps-5', 'ps-10', 'ps-14'] as const;

/** The rule in sentences. */
export function RuleText({ explanation }: { explanation: Explanation }) {
  return (
    <>
      <p>{explanation.summary}</p>
      <ul>
        {explanation.conditions.map(({ level, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may have the same text
          <li className={indents[Math.min(level, indents.length - 1)]} key={index}>
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A preview counts all users, so it waits longer than a search. */
const restMs = 600;

const readPreview = (id: string, access: Access, signal: AbortSignal) =>
  dataOf(
    admin.POST('/api/admin/applications/{id}/access/preview', {
      params: { path: { id } },
      body: { access: access as never },
      signal,
    }),
  );

/** What the rule would change; asked again once the typing rests. `isCurrent`: it is about the rule as typed. */
function usePreview(id: string, access: Access) {
  const typed = JSON.stringify(access);
  const rested = useRested(typed, restMs);
  const query = useQuery({
    queryKey: ['applications', id, 'access-preview', rested],
    queryFn: ({ signal }) => readPreview(id, JSON.parse(rested), signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const { data, error, isPlaceholderData, isFetching } = query;
  const isCurrent = rested === typed && !isPlaceholderData && !isFetching;
  return { data, error, isCurrent };
}

/** Returns path in the rule → what is wrong there. */
function errorsOf(error: Error | null): Readonly<Record<string, string>> {
  if (!(error instanceof AdminProblem)) return {};
  const own = Object.entries(error.fieldErrors).flatMap(([path, text]) =>
    path === 'access' || path.startsWith('access.') ? [[path.slice('access.'.length), text]] : [],
  );
  return Object.fromEntries(own);
}

const draftOf = (application: Application) => `access-${application.id}`;

type AccessFormProps = { application: Application; onEnd: () => void };

export function AccessForm({ application, onEnd }: AccessFormProps) {
  const t = wordsOf('applications');
  const announce = useAnnounce();
  const { edited, change, readAgain } = useApplicationChange(application);
  const [draft] = useState(() => readDraft(draftOf(application)));
  const [rule, setRule] = useState<Rule>(() =>
    ruleOf(draft?.own['access'] ? JSON.parse(draft.own['access']) : application.access),
  );
  /** What another administrator has stored meanwhile. */
  const [stored, setStored] = useState(
    draft && draft.base['access'] !== JSON.stringify(application.access)
      ? application.access
      : undefined,
  );
  const access = accessOf(rule) as Access;
  const preview = usePreview(application.id, access);
  const end = () => {
    clearDraft(draftOf(application));
    onEnd();
  };
  const save = useMutation({
    mutationFn: () => change({ access: access as never }),
    onSuccess: () => {
      announce(t('saved'));
      end();
    },
    onError: async (error) => {
      if (isProblem(error, 'admin.version-conflict')) setStored((await readAgain()).access);
    },
  });
  const update = (next: Rule) => {
    setRule(next);
    storeDraft(draftOf(application), {
      own: { access: JSON.stringify(accessOf(next)) },
      base: { access: JSON.stringify(edited.access) },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const unchanged = ruleOf(application.access);
  const isChanged = JSON.stringify(access) !== JSON.stringify(accessOf(unchanged));
  const discard = () => {
    clearDraft(draftOf(application));
    setRule(unchanged);
    setStored(undefined);
    save.reset();
  };
  const errors = { ...errorsOf(preview.error), ...errorsOf(save.error) };
  return (
    <form className="flex flex-col gap-5" noValidate onSubmit={submit}>
      {draft && isChanged ? <DraftNotice onDiscard={discard} /> : null}
      <RuleEditor errors={errors} onChange={update} rule={rule} />
      {errors[''] ? <p className="font-medium text-error-ink">{errors['']}</p> : null}
      {preview.data && !preview.error ? (
        <Preview isOld={!preview.isCurrent} preview={preview.data} />
      ) : null}
      {stored === undefined ? null : (
        <Conflict
          onKeep={() => {
            setStored(undefined);
            save.reset();
          }}
          onTake={() => {
            update(ruleOf(stored));
            setStored(undefined);
            save.reset();
          }}
          stored={stored}
        />
      )}
      {save.error && stored === undefined && Object.keys(errors).length === 0 ? (
        <ProblemText error={save.error} />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={stored !== undefined || !preview.isCurrent}
          look="primary"
          pending={save.isPending}
          type="submit"
        >
          {t('save')}
        </Button>
        <Button look="secondary" onClick={end} type="button">
          {t('access.cancel')}
        </Button>
      </div>
    </form>
  );
}

type ConflictProps = { stored: Access; onKeep: () => void; onTake: () => void };

/** Both rules are shown, the own one above; the last write never wins by itself. */
function Conflict({ stored, onKeep, onTake }: ConflictProps) {
  const t = wordsOf('applications');
  return (
    <Alert kind="warning" title={t('access.conflict')}>
      <p>{t('access.conflict-text')}</p>
      <pre className="mt-2 overflow-x-auto rounded-chip bg-sunken p-3 text-xs" translate="no">
        {JSON.stringify(stored, undefined, 2)}
      </pre>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="secondary" onClick={onKeep} type="button">
          {t('access.keep-own')}
        </Button>
        <Button look="secondary" onClick={onTake} type="button">
          {t('access.take-stored')}
        </Button>
      </div>
    </Alert>
  );
}

type PreviewData = Awaited<ReturnType<typeof readPreview>>;

function Preview({ preview, isOld }: { preview: PreviewData; isOld: boolean }) {
  const t = wordsOf('applications');
  const { users, gain, lose } = preview;
  return (
    <section
      aria-busy={isOld}
      aria-labelledby="access-preview"
      className="rounded-card bg-sunken p-4"
    >
      <h3 className="mb-1 font-semibold" id="access-preview">
        {t('access.preview')}
      </h3>
      <RuleText explanation={preview[language]} />
      <p className="mt-2" role="status">
        {t('access.would', { count: users, number: numberText(users) })}
        <span className="sr-only">
          {' '}
          {t('access.lose', numbers(lose.count))}. {t('access.gain', numbers(gain.count))}.
        </span>
      </p>
      <ChangedUsers changed={lose} title={t('access.lose', numbers(lose.count))} />
      <ChangedUsers changed={gain} title={t('access.gain', numbers(gain.count))} />
    </section>
  );
}

const numbers = (count: number) => ({ count, number: numberText(count) });

type ChangedUsersProps = { changed: PreviewData['gain']; title: string };

function ChangedUsers({ changed: { count, users }, title }: ChangedUsersProps): ReactNode {
  const t = wordsOf('applications');
  if (count === 0) return <p className="mt-1">{title}</p>;
  return (
    <details className="mt-1">
      <summary className="min-h-11 py-2 font-medium">{title}</summary>
      <ul className="columns-1 sm:columns-2">
        {users.map(({ id, fullName, username }) => (
          <li key={id}>
            <a className={textLink} href={hrefOf(`/users/${id}`)} rel="noopener" target="_blank">
              {fullName}
            </a>{' '}
            <span className="text-text-2">{username}</span>
          </li>
        ))}
      </ul>
      {count > users.length ? (
        <p className="mt-1 text-text-2">{t('access.more', numbers(count - users.length))}</p>
      ) : null}
    </details>
  );
}
