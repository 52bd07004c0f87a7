// A form whose values are sent to the server as a whole. It keeps a draft, and shows the reason of the server at each field. After an edit
// conflict, the user chooses between both versions, field by field.
import { useAnnounce } from '@brama/ui/announcements.tsx';
import { Button } from '@brama/ui/button.tsx';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { AdminProblem, isProblem } from '../api/problem.ts';
import { wordsOf } from '../i18n/words.ts';
import { clearDraft, type Draft, readDraft, storeDraft } from '../storage/drafts.ts';
import { type Conflict, ConflictTable, conflictOf } from './conflict.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { FieldControl, type FormField, type FormValues, isKept } from './fields.tsx';
import { Folded } from './folded.tsx';
import { ProblemText } from './problem-text.tsx';

type FormProps = {
  /** Names the draft: one for each object. */
  id: string;
  fields: readonly FormField[];
  /** The stored values; empty texts for a new object. */
  initial: FormValues;
  submitLabel: string;
  /** Announced when it is stored. */
  done: string;
  /** Sends the values. @throws AdminProblem */
  save: (values: FormValues) => Promise<unknown>;
  /** Reads the stored values again, after an edit conflict; `save` then has their version. */
  reload?: () => Promise<FormValues>;
  onDone?: () => void;
  onCancel?: () => void;
  /** Checks values while they are typed. Returns what is wrong, by the name of the field. */
  validate?: (values: FormValues) => Promise<Readonly<Record<string, string>>>;
  /** Above the fields that are folded. */
  foldedTitle?: string;
  /** Off for a typed confirmation, which must be typed each time. */
  keepsDraft?: boolean;
  /** Stands between the fields and the buttons. */
  children?: ReactNode | ((values: FormValues) => ReactNode);
};

/** Thrown by `save` for what the page itself refuses. */
export class FormError extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super('the form is refused');
    this.fields = fields;
  }
}

const dayMs = 24 * 3_600_000;

/** Returns the time so many days from now. @throws FormError for a field of this name */
export function endAfterDays(name: string, days: string | undefined): string {
  if (!/^[1-9]\d{0,3}$/.test(days ?? ''))
    throw new FormError({ [name]: wordsOf('shell')('form.days') });
  return new Date(Date.now() + Number(days) * dayMs).toISOString();
}

function errorsOf(error: Error | null): Readonly<Record<string, string>> {
  if (error instanceof AdminProblem) return error.fieldErrors;
  return error instanceof FormError ? error.fields : {};
}

/** Returns the error of a field. One within a list names its line: `redirect_uris.1` is the second line of `redirect_uris`. */
function errorOf(errors: Readonly<Record<string, string>>, name: string): string | undefined {
  const t = wordsOf('shell');
  if (errors[name] !== undefined) return errors[name];
  const [path, text] = Object.entries(errors).find(([one]) => one.startsWith(`${name}.`)) ?? [];
  if (path === undefined || text === undefined) return undefined;
  const line = Number(path.slice(name.length + 1).split('.')[0]);
  return Number.isInteger(line) ? t('form.line', { number: line + 1, text }) : text;
}

/** Whether a field of the form shows this error. */
const isShownAt = (fields: readonly FormField[], path: string) =>
  fields.some(({ name }) => path === name || path.startsWith(`${name}.`));

const restMs = 500;

function useValidation(
  values: FormValues,
  touched: ReadonlySet<string>,
  validate: FormProps['validate'],
  isSending: boolean,
) {
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  const latest = useRef(validate);
  latest.current = validate;
  useEffect(() => {
    // what is being sent is checked by the server itself; a new user would seem to be a second one
    if (touched.size === 0 || isSending || !latest.current) return;
    let isStale = false;
    const timer = setTimeout(() => {
      latest.current?.(values).then(
        (errors) => isStale || setFound(errors),
        () => undefined,
      );
    }, restMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [values, touched, isSending]);
  return Object.fromEntries(Object.entries(found).filter(([name]) => touched.has(name)));
}

/** Returns what the user must decide because a field of the draft has been changed on the server meanwhile. */
function conflictOfDraft(
  fields: readonly FormField[],
  stored: FormValues,
  { own, base }: Draft,
): Conflict | undefined {
  const isOld = Object.entries(base).some(([name, value]) => value !== (stored[name] ?? ''));
  if (!isOld) return undefined;
  const all = { initial: { ...stored, ...base }, own: { ...stored, ...own }, stored };
  return conflictOf(fields, all);
}

/** Returns the draft of these values: the fields that differ from the stored ones. */
function draftOf(fields: readonly FormField[], values: FormValues, stored: FormValues): Draft {
  const names = fields
    .filter(isKept)
    .map(({ name }) => name)
    .filter((name) => (values[name] ?? '') !== (stored[name] ?? ''));
  const pick = (given: FormValues) =>
    Object.fromEntries(names.map((name) => [name, given[name] ?? '']));
  return { own: pick(values), base: pick(stored) };
}

export function Form(props: FormProps) {
  const {
    id,
    fields,
    initial,
    submitLabel,
    done,
    save,
    reload,
    onDone,
    onCancel,
    validate,
    keepsDraft = true,
    foldedTitle,
    children,
  } = props;
  const t = wordsOf('shell');
  const announce = useAnnounce();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [draft] = useState(() => (keepsDraft ? readDraft(id) : undefined));
  const [values, setValues] = useState<FormValues>({ ...initial, ...draft?.own });
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [conflict, setConflict] = useState(() => draft && conflictOfDraft(fields, initial, draft));

  const mutation = useMutation({
    mutationFn: save,
    onSuccess: () => {
      clearDraft(id);
      announce(done);
      onDone?.();
    },
    onError: async (error) => {
      if (reload && isProblem(error, 'admin.version-conflict')) {
        const stored = await reload();
        setConflict(conflictOf(fields, { initial, own: values, stored }));
        return;
      }
      // once the errors are shown
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
      );
    },
  });
  const isSending = mutation.isPending || mutation.isSuccess;
  const typedErrors = useValidation(values, touched, validate, isSending);
  const sentErrors = errorsOf(mutation.error);
  const errors: Readonly<Record<string, string>> = { ...sentErrors, ...typedErrors };
  const unnamed = Object.keys(sentErrors).some((path) => !isShownAt(fields, path));

  const change = (name: string, value: string) => {
    const next = { ...values, [name]: value };
    setValues(next);
    setTouched(new Set([...touched, name]));
    if (keepsDraft) storeDraft(id, draftOf(fields, next, initial));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutation.mutate(values);
  };
  const discard = () => {
    clearDraft(id);
    setValues(initial);
    mutation.reset();
  };
  const controlOf = (field: FormField) => (
    <FieldControl
      error={errorOf(errors, field.name)}
      field={field}
      formId={formId}
      key={field.name}
      onChange={(value) => change(field.name, value)}
      value={values[field.name] ?? ''}
    />
  );
  const folded = fields.filter(({ isFolded }) => isFolded);
  const isChanged = fields.some(({ name }) => (values[name] ?? '') !== (initial[name] ?? ''));

  return (
    <form className="flex max-w-dialog flex-col gap-5" noValidate onSubmit={submit} ref={form}>
      {draft && isChanged ? <DraftNotice onDiscard={discard} /> : null}
      {fields.filter(({ isFolded }) => !isFolded).map(controlOf)}
      {foldedTitle === undefined ? null : (
        <Folded
          isOpen={folded.some(({ name }) => errorOf(errors, name) !== undefined)}
          title={foldedTitle}
        >
          {folded.map(controlOf)}
        </Folded>
      )}
      {typeof children === 'function' ? children(values) : children}
      {conflict ? (
        <ConflictTable
          conflict={conflict}
          onChoose={(chosen) => {
            setConflict(undefined);
            mutation.reset();
            const next = { ...values, ...chosen };
            setValues(next);
            if (keepsDraft) storeDraft(id, draftOf(fields, next, initial));
          }}
        />
      ) : null}
      {mutation.error &&
      !(mutation.error instanceof FormError) &&
      !conflict &&
      (unnamed || Object.keys(sentErrors).length === 0) ? (
        <ProblemText error={mutation.error} />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={conflict !== undefined}
          look="primary"
          pending={mutation.isPending}
          type="submit"
        >
          {submitLabel}
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
            {t('cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
