// One application: whether users can sign in to it, what it sends and receives, and who may use it.
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin, dataOf, ifMatch } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { AdminProblem } from '../api/problem.ts';
import { momentText } from '../i18n/moment.ts';
import { findText, wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import { language } from '../page-data.ts';
import { ActButton } from '../ui/act-button.tsx';
import type { FormValues } from '../ui/fields.tsx';
import { NotFoundText } from '../ui/not-found-text.tsx';
import { Page, Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { AccessSection } from './access-section.tsx';
import {
  givenProtocol,
  givenShown,
  isKnown,
  pictureOf,
  protocolFields,
  protocolValues,
  shownFields,
  shownValues,
} from './application-fields.ts';
import { Editable } from './editable.tsx';
import { HealthSection } from './health-section.tsx';
import { OwnersSection } from './owners-section.tsx';
import { type Application, type Overview, overviewQuery } from './queries.ts';
import { SecretsSection } from './secrets-section.tsx';
import { SnippetsSection } from './snippets-section.tsx';

const route = getRouteApi('/applications/$id');

export function ApplicationPage() {
  const { id } = route.useParams();
  const query = useQuery(overviewQuery(id));
  if (query.error instanceof AdminProblem && query.error.status === 404) return <NotFoundText />;
  return (
    <QueryState query={query}>
      {(overview) => <Loaded key={overview.application.id} overview={overview} />}
    </QueryState>
  );
}

function Loaded({ overview }: { overview: Overview }) {
  const { application, secrets, owners, access, diagnostics } = overview;
  const t = wordsOf('applications');
  const may = useMay();
  const { id, title, name, protocol } = application;
  const kind = findText('applications', `protocols.${protocol.type}`) ?? protocol.type;
  const isPublic =
    protocolValues(protocol)['protocol.metadata.token_endpoint_auth_method'] === 'none';
  const usesSecrets = protocol.type === 'ticket' || (protocol.type === 'oidc' && !isPublic);
  return (
    <Page lead={`${kind} · ${name}`} title={title[language]}>
      {protocol.type === 'link' ? null : (
        <HealthSection application={application} first={diagnostics} />
      )}
      <ShownSection application={application} />
      <ProtocolSection application={application} />
      {usesSecrets ? <SecretsSection id={id} items={secrets} /> : null}
      <SnippetsSection application={application} />
      <AccessSection application={application} explained={access} />
      <OwnersSection id={id} items={owners} />
      {may('events.read') ? (
        <Section title={t('events.title')}>
          <a className={textLink} href={hrefOf('/events', { applicationId: id })}>
            {t('events.link')}
          </a>
        </Section>
      ) : null}
      {may('applications.manage') ? <DeleteSection application={application} /> : null}
    </Page>
  );
}

/** The application as its users see it on their applications page. */
function PortalCard({ values }: { values: FormValues }) {
  const picture = pictureOf(values);
  return (
    <div className="mb-4 flex max-w-form items-center gap-4 rounded-card border border-line bg-surface p-4">
      {picture ? (
        <span className="grid size-12 shrink-0 place-items-center rounded-chip bg-brand">
          <img alt="" className="size-8 object-contain" src={picture} />
        </span>
      ) : null}
      <span className="min-w-0">
        <span className="block font-semibold">{values[`title.${language}`]}</span>
        <span className="block text-sm text-text-2">{values[`description.${language}`]}</span>
      </span>
    </div>
  );
}

function ShownSection({ application }: { application: Application }) {
  const t = wordsOf('applications');
  const { title, category, contact, updatedAt } = application;
  return (
    <Editable
      application={application}
      bodyOf={(values, before) => givenShown(values, shownValues(before))}
      fields={shownFields()}
      preview={(values) => <PortalCard values={values} />}
      id="shown"
      title={t('shown.title')}
      valuesOf={shownValues}
    >
      <PortalCard values={shownValues(application)} />
      <DefinitionRows>
        <DefinitionRow name={t('fields.title-uk')}>{title.uk}</DefinitionRow>
        <DefinitionRow name={t('fields.title-en')}>{title.en}</DefinitionRow>
        <DefinitionRow name={t('shown.category')}>{category?.[language] ?? '—'}</DefinitionRow>
        <DefinitionRow name={t('fields.contact')}>{contact ?? '—'}</DefinitionRow>
        <DefinitionRow name={t('shown.updated')}>{momentText(updatedAt)}</DefinitionRow>
      </DefinitionRows>
    </Editable>
  );
}

function ProtocolSection({ application }: { application: Application }) {
  const t = wordsOf('applications');
  const { id, protocol } = application;
  const { type } = protocol;
  const may = useMay();
  const fields = isKnown(type) ? protocolFields(type, may('applications.manage')) : [];
  const values = protocolValues(protocol);
  return (
    <Editable
      application={application}
      bodyOf={(given, before) => ({
        protocol: isKnown(type) ? givenProtocol(type, given, before.protocol) : before.protocol,
      })}
      fields={fields}
      id="protocol"
      needs={type === 'cas' ? 'applications.manage' : 'applications.write'}
      title={t('protocol.title')}
      valuesOf={(one) => protocolValues(one.protocol)}
    >
      <DefinitionRows>
        <DefinitionRow name={t('protocol.id')}>
          <code translate="no">{id}</code>
        </DefinitionRow>
        {fields.map(({ name, label, options }) => (
          <DefinitionRow key={name} name={label}>
            <span className="whitespace-pre-line">
              {options?.find(({ value }) => value === values[name])?.label ?? (values[name] || '—')}
            </span>
          </DefinitionRow>
        ))}
      </DefinitionRows>
      <details className="mt-2">
        <summary className="inline-flex min-h-11 items-center text-brand underline">
          {t('protocol.all')}
        </summary>
        <pre className="overflow-x-auto rounded-chip bg-sunken p-3 text-xs" translate="no">
          {JSON.stringify(protocol, undefined, 2)}
        </pre>
      </details>
    </Editable>
  );
}

function DeleteSection({ application: { id, version, title } }: { application: Application }) {
  const t = wordsOf('applications');
  return (
    <Section id="delete" lead={t('delete.about')} title={t('delete.title')}>
      <ActButton
        act={() =>
          dataOf(
            admin.DELETE('/api/admin/applications/{id}', {
              params: { path: { id }, header: ifMatch(version) },
            }),
          )
        }
        changes={[['applications', 'list']]}
        confirm={{ title: t('delete.question', { name: title[language] }), text: t('delete.text') }}
        done={t('delete.done')}
        onDone={() => goTo(hrefOf('/applications'))}
      >
        {t('delete.title')}
      </ActButton>
    </Section>
  );
}
