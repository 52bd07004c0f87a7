// What a source takes from the state register: the list, groups and states. Shown and edited as JSON, as the command has it.
import { Button } from '@brama/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { admin, changedOf, ifMatch } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { AdminProblem } from '../api/problem.ts';
import { wordsOf } from '../i18n/words.ts';
import type { FormValues } from '../ui/fields.tsx';
import { Form, FormError } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { useEdited } from '../ui/use-edited.ts';
import { useEditing } from '../ui/use-editing.ts';
import { importsKey, type Source, sourceQuery, sourcesKey } from './queries.ts';

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
        <RegisterForm onEnd={end} source={source} />
      ) : (
        <RegisterText mapping={mapping} />
      )}
    </Section>
  );
}

function RegisterText({ mapping }: Pick<Source, 'mapping'>) {
  const t = wordsOf('imports');
  if (mapping === null) return <p className="text-text-2">{t('source.no-mapping')}</p>;
  return (
    <section
      aria-label={t('source.register')}
      className="overflow-x-auto rounded-control border border-line p-4"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide text is scrolled with the keyboard
      tabIndex={0}
    >
      <pre className="font-mono text-sm" translate="no">
        {JSON.stringify(mapping, null, 2)}
      </pre>
    </section>
  );
}

/** @throws FormError for a text that is no mapping */
function mappingOf({ mapping = '' }: FormValues): Source['mapping'] {
  if (mapping.trim() === '') return null;
  const refuse = () => {
    throw new FormError({ mapping: wordsOf('imports')('source.mapping-wrong') });
  };
  try {
    const read: unknown = JSON.parse(mapping);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return refuse();
    return read as Source['mapping'];
  } catch {
    return refuse();
  }
}

/** Puts the errors within the mapping at its field, with their places. */
function withPlaces(error: unknown): unknown {
  if (!(error instanceof AdminProblem)) return error;
  const prefix = 'mapping.';
  const within = Object.entries(error.fieldErrors).filter(([path]) => path.startsWith(prefix));
  if (within.length === 0) return error;
  const texts = within.map(([path, reason]) => `${path.slice(prefix.length)}: ${reason}`);
  return new FormError({ ...error.fieldErrors, mapping: texts.join('; ') });
}

const valuesOf = ({ mapping }: Source): FormValues => ({
  mapping: mapping === null ? '' : JSON.stringify(mapping, null, 2),
});

function RegisterForm({ source, onEnd }: { source: Source; onEnd: () => void }) {
  const t = wordsOf('imports');
  const queries = useQueryClient();
  const { name } = source;
  const { edited, readAgain } = useEdited(source, () =>
    queries.fetchQuery({ ...sourceQuery(name), staleTime: 0 }),
  );
  const save = async (values: FormValues) => {
    const { title, position, settings, version } = edited;
    const mapping = mappingOf(values);
    try {
      await changedOf(
        admin.PUT('/api/admin/sources/{name}', {
          params: { path: { name }, header: ifMatch(version) },
          body: { title, position, settings, mapping },
        }),
      );
    } catch (error) {
      throw withPlaces(error);
    }
    await Promise.all(
      [sourcesKey, importsKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
  return (
    <Form
      done={t('source.saved')}
      fields={[
        {
          name: 'mapping',
          label: t('source.register'),
          kind: 'lines',
          hint: t('source.mapping-hint'),
          required: true,
        },
      ]}
      id={`mapping-${name}`}
      initial={valuesOf(edited)}
      onCancel={onEnd}
      onDone={onEnd}
      reload={async () => valuesOf(await readAgain())}
      save={save}
      submitLabel={t('source.save')}
    >
      <p className="text-text-2">{t('source.save-note')}</p>
    </Form>
  );
}
