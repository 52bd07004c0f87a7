// A part of the record of an application: shown, or in a form.
import { Button } from '@brama/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { admin, changedOf, ifMatch } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { wordsOf } from '../i18n/words.ts';
import type { FormField, FormValues } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { type Application, applicationKey, readApplication } from './queries.ts';
import { typedErrors } from './typed-errors.ts';

type Change = NonNullable<
  Parameters<typeof admin.PATCH<'/api/admin/applications/{id}'>>[1]
>['body'];

/** Returns functions that change an application, and that read it again after a conflict. */
export function useApplicationChange(application: Application) {
  const queries = useQueryClient();
  const latest = useRef(application);
  if (application.version > latest.current.version) latest.current = application;
  const { id } = application;
  return {
    change: async (body: Change) => {
      await changedOf(
        admin.PATCH('/api/admin/applications/{id}', {
          params: { path: { id }, header: ifMatch(latest.current.version) },
          body,
        }),
      );
      await queries.invalidateQueries({ queryKey: applicationKey(id) });
    },
    readAgain: async () => {
      latest.current = await readApplication(id);
      return latest.current;
    },
  };
}

type EditableProps = {
  application: Application;
  id: string;
  title: string;
  fields: readonly FormField[];
  valuesOf: (application: Application) => FormValues;
  bodyOf: (values: FormValues) => Change;
  /** What the change needs, if that is more than the right to change an application. */
  needs?: 'applications.manage';
  /** Shown while nothing is edited. */
  children: ReactNode;
};

export function Editable(props: EditableProps) {
  const { application, id, title, fields, valuesOf, bodyOf, children } = props;
  const { needs = 'applications.write' } = props;
  const t = wordsOf('applications');
  const may = useMay();
  const [isEditing, setEditing] = useState(false);
  const { change, readAgain } = useApplicationChange(application);
  const end = () => setEditing(false);
  const edit = (
    <Button
      aria-label={t('edit-of', { what: title })}
      look="secondary"
      onClick={() => setEditing(true)}
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
      {isEditing ? (
        <Form
          done={t('saved')}
          fields={fields}
          id={`${id}-${application.id}`}
          initial={valuesOf(application)}
          onCancel={end}
          onDone={end}
          reload={async () => valuesOf(await readAgain())}
          save={(values) => change(bodyOf(values))}
          submitLabel={t('save')}
          validate={(values) => {
            const { icon: _icon, ...given } = bodyOf(values);
            return typedErrors(given, application.id);
          }}
        />
      ) : (
        children
      )}
    </Section>
  );
}
