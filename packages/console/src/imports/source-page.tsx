// One source of users: its settings, and how the columns of its file become fields.
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin, changedOf, ifMatch } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { AdminProblem } from '../api/problem.ts';
import { momentText, numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import type { FormValues } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { NotFoundText } from '../ui/not-found-text.tsx';
import { Page, Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { useEdited } from '../ui/use-edited.ts';
import { useEditing } from '../ui/use-editing.ts';
import { fieldText } from './import-text.ts';
import { draftOf, usedColumns } from './mapping/mapping-draft.ts';
import { MappingEditor } from './mapping/mapping-editor.tsx';
import { MappingSummary } from './mapping/mapping-summary.tsx';
import { SourceText } from './mapping/source-text.tsx';
import { importsKey, type Source, sourceQuery, sourcesKey, titleOfSource } from './queries.ts';
import { CompareRegisterButton } from './read-register.tsx';
import { RegisterSection } from './register-section.tsx';
import {
  givenSource,
  limitNames,
  limitText,
  reasons,
  sourceFields,
  sourceValues,
} from './source-fields.ts';

const route = getRouteApi('/imports/sources/$name');

export function SourcePage() {
  const { name } = route.useParams();
  const query = useQuery(sourceQuery(name));
  if (query.error instanceof AdminProblem && query.error.status === 404) return <NotFoundText />;
  return (
    <QueryState query={query}>
      {(source) => <Loaded key={source.name} source={source} />}
    </QueryState>
  );
}

function Loaded({ source }: { source: Source }) {
  const t = wordsOf('imports');
  const may = useMay();
  const { name, kind } = source;
  return (
    <Page
      action={may('users.import') ? <Start source={source} /> : null}
      lead={
        <a className={textLink} href={hrefOf('/imports', { source: name })}>
          {t('source.imports')}
        </a>
      }
      title={titleOfSource(source)}
    >
      <Settings source={source} />
      {kind === 'file' ? <Mapping source={source} /> : <RegisterSection source={source} />}
    </Page>
  );
}

/** Begins an import: by a file, or from the register. */
function Start({ source: { name, kind, mapping } }: { source: Source }) {
  const t = wordsOf('imports');
  if (kind === 'edebo') return mapping === null ? null : <CompareRegisterButton source={name} />;
  return (
    <a className={buttonClass('primary')} href={hrefOf(`/imports/sources/${name}/import`)}>
      {t('source.import')}
    </a>
  );
}

function Settings({ source }: { source: Source }) {
  const t = wordsOf('imports');
  const may = useMay();
  const { isEditing, start, end } = useEditing('settings');
  const edit = (
    <Button look="secondary" onClick={start} type="button">
      {t('source.edit')}
    </Button>
  );
  return (
    <Section
      action={may('users.import') && !isEditing ? edit : null}
      id="settings"
      title={t('fields.settings')}
    >
      {isEditing ? <SourceForm onEnd={end} source={source} /> : <Facts source={source} />}
    </Section>
  );
}

function Facts({ source }: { source: Source }) {
  const t = wordsOf('imports');
  const { name, kind, position, approvedAt, settings } = source;
  const { grace, overlapDays, limits, matchBy, notify } = settings;
  return (
    <DefinitionRows>
      <DefinitionRow name={t('source.name')}>
        <span translate="no">{name}</span>
      </DefinitionRow>
      <DefinitionRow name={t('sources.kind')}>{t(`sources.kinds.${kind}`)}</DefinitionRow>
      <DefinitionRow name={t('fields.position')}>{numberText(position)}</DefinitionRow>
      <DefinitionRow name={t('source.approved')}>
        {approvedAt === null ? t('source.not-approved') : momentText(approvedAt)}
      </DefinitionRow>
      {reasons.map((reason) => (
        <DefinitionRow key={reason} name={t(`source.grace.${reason}`)}>
          {numberText(grace[reason])}
        </DefinitionRow>
      ))}
      <DefinitionRow name={t('source.overlap')}>{numberText(overlapDays)}</DefinitionRow>
      {limitNames.map((one) => (
        <DefinitionRow key={one} name={t(`source.limits.${one}`)}>
          {limitText(limits[one])}
        </DefinitionRow>
      ))}
      <DefinitionRow name={t('source.match')}>
        {matchBy === null ? t('source.match-none') : fieldText(matchBy)}
      </DefinitionRow>
      <DefinitionRow name={t('source.notify')}>{notify.join(', ')}</DefinitionRow>
    </DefinitionRows>
  );
}

function SourceForm({ source, onEnd }: { source: Source; onEnd: () => void }) {
  const t = wordsOf('imports');
  const queries = useQueryClient();
  const { name } = source;
  const { edited, readAgain } = useEdited(source, () =>
    queries.fetchQuery({ ...sourceQuery(name), staleTime: 0 }),
  );
  const save = async (values: FormValues) => {
    const { version, mapping } = edited;
    await changedOf(
      admin.PUT('/api/admin/sources/{name}', {
        params: { path: { name }, header: ifMatch(version) },
        body: { ...givenSource(values), mapping },
      }),
    );
    await Promise.all(
      [sourcesKey, importsKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
  return (
    <Form
      done={t('source.saved')}
      fields={sourceFields()}
      id={`source-${name}`}
      initial={sourceValues(edited)}
      onCancel={onEnd}
      onDone={onEnd}
      reload={async () => sourceValues(await readAgain())}
      save={save}
      submitLabel={t('source.save')}
    >
      <p className="text-text-2">{t('source.save-note')}</p>
    </Form>
  );
}

function Mapping({ source }: { source: Source }) {
  const t = wordsOf('import-files');
  const may = useMay();
  const { isEditing, start, end } = useEditing('mapping');
  const { mapping } = source;
  const canEdit = may('users.import') && mapping !== null && !isEditing;
  return (
    <Section
      action={
        canEdit ? (
          <Button look="secondary" onClick={start} type="button">
            {t('fits.edit')}
          </Button>
        ) : null
      }
      id="mapping"
      lead={t('mapping.lead')}
      title={wordsOf('imports')('fields.mapping')}
    >
      {mapping === null ? <p className="text-text-2">{t('mapping.none')}</p> : null}
      {mapping !== null && isEditing ? (
        <>
          <p className="mb-4 max-w-prose text-text-2">{t('mapping.without-file')}</p>
          <MappingEditor
            headers={usedColumns(draftOf(mapping)).map(({ column }) => column)}
            onCancel={end}
            onSaved={end}
            source={source}
            start={mapping}
          />
        </>
      ) : null}
      {mapping !== null && !isEditing ? (
        <>
          <MappingSummary mapping={mapping} />
          <SourceText mapping={mapping} source={source} />
        </>
      ) : null}
    </Section>
  );
}
