// A part of the record of an application: shown, or in a form.
import { Button } from '@brama/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { admin, changedOf, ifMatch } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { wordsOf } from '../i18n/words.ts';
import type { FormField, FormValues } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { useEdited } from '../ui/use-edited.ts';
import { useEditing } from '../ui/use-editing.ts';
import { type Application, applicationKey, readApplication } from './queries.ts';
import { typedErrors } from './typed-errors.ts';

type Change = NonNullable<
  Parameters<typeof admin.PATCH<'/api/admin/applications/{id}'>>[1]
>['body'];

/** Returns the application that a form changes, and functions that store the change and read it again after a conflict. */
export function useApplicationChange(application: Application) {
  const queries = useQueryClient();
  const { id } = application;
  const { edited, readAgain } = useEdited(application, () => readApplication(id));
  const change = async (body: Change) => {
    await changedOf(
      admin.PATCH('/api/admin/applications/{id}', {
        params: { path: { id }, header: ifMatch(edited.version) },
        body,
      }),
    );
    await queries.invalidateQueries({ queryKey: applicationKey(id) });
  };
  return { edited, change, readAgain };
}

type EditableProps = {
  application: Application;
  id: string;
  title: string;
  fields: readonly FormField[];
  valuesOf: (application: Application) => FormValues;
  /** `before`: the record as the form has read it. */
  bodyOf: (values: FormValues, before: Application) => Change;
  /** What the change needs, if that is more than the right to change an application. */
  needs?: 'applications.write' | 'applications.manage';
  /** Stands below the fields while they are edited. */
  preview?: (values: FormValues) => ReactNode;
  /** Shown while nothing is edited. */
  children: ReactNode;
};

export function Editable(props: EditableProps) {
  const { id, title, fields, children } = props;
  const { needs = 'applications.write' } = props;
  const t = wordsOf('applications');
  const may = useMay();
  const { isEditing, start, end } = useEditing(id);
  const edit = (
    <Button
      aria-label={t('edit-of', { what: title })}
      look="secondary"
      onClick={start}
      type="button"
    >
      {t('edit')}
    </Button>
  );
  return (
    <Section
      action={may(needs) && !isEditing && fields.length > 0 ? edit : null}
      id={id}
      title={title}
    >
      {isEditing ? <EditForm {...props} onEnd={end} /> : children}
    </Section>
  );
}

function EditForm(props: EditableProps & { onEnd: () => void }) {
  const { id, fields, valuesOf, bodyOf, preview, onEnd } = props;
  const t = wordsOf('applications');
  const { edited, change, readAgain } = useApplicationChange(props.application);
  return (
    <Form
      done={t('saved')}
      fields={fields}
      id={`${id}-${edited.id}`}
      initial={valuesOf(edited)}
      onCancel={onEnd}
      onDone={onEnd}
      reload={async () => valuesOf(await readAgain())}
      save={(values) => change(bodyOf(values, edited))}
      submitLabel={t('save')}
      validate={(values) => {
        const { icon: _icon, ...given } = bodyOf(values, edited);
        return typedErrors(given, edited.id);
      }}
    >
      {preview}
    </Form>
  );
}
