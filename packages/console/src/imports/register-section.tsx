// What a source takes from the state register: shown in words, and edited in a form.
import { Button } from '@brama/ui/button.tsx';
import { useMay } from '../api/me.ts';
import { wordsOf } from '../i18n/words.ts';
import { Section } from '../ui/page.tsx';
import { useEditing } from '../ui/use-editing.ts';
import { MappingForm } from './mapping/mapping-form.tsx';
import { SourceText } from './mapping/source-text.tsx';
import type { Source } from './queries.ts';
import { registerDraftOf, registerIssuesOf, registerMappingOf } from './register/register-draft.ts';
import { RegisterFields } from './register/register-fields.tsx';
import { RegisterSummary } from './register/register-summary.tsx';

/** Paths at which the form shows errors. */
const shownPaths = /^(?:username|statuses\.\d+|groups\.\d+|data\..+)(?:\.|$)/;

export function RegisterSection({ source }: { source: Source }) {
  const t = wordsOf('imports');
  const may = useMay();
  const { isEditing, start, end } = useEditing('mapping');
  const { mapping } = source;
  return (
    <Section
      action={
        may('users.import') && !isEditing ? (
          <Button look="secondary" onClick={start} type="button">
            {t('source.register-edit')}
          </Button>
        ) : null
      }
      id="mapping"
      lead={t('source.register-lead')}
      title={t('source.register')}
    >
      {isEditing ? (
        <MappingForm
          draftOf={registerDraftOf}
          fields={(props) => <RegisterFields {...props} />}
          issuesOf={registerIssuesOf}
          mappingOf={registerMappingOf}
          onCancel={end}
          onSaved={end}
          saveLabel={t('source.save')}
          shownPaths={shownPaths}
          source={source}
          start={mapping ?? {}}
        />
      ) : (
        <Stored source={source} />
      )}
    </Section>
  );
}

function Stored({ source }: { source: Source }) {
  const t = wordsOf('imports');
  const { mapping } = source;
  if (mapping === null) return <p className="text-text-2">{t('source.no-mapping')}</p>;
  return (
    <>
      <RegisterSummary mapping={mapping} />
      <SourceText mapping={mapping} source={source} />
    </>
  );
}
