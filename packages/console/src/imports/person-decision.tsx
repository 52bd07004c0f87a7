// Decides who a person of a source is whom an import could not match: a known user, or a new one. The next import writes it.
import { useAnnounce } from '@brama/ui/announcements.tsx';
import { Button } from '@brama/ui/button.tsx';
import { Dialog } from '@brama/ui/dialog.tsx';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { wordsOf } from '../i18n/words.ts';
import { ProblemText } from '../ui/problem-text.tsx';
import { type ChosenUser, UserField } from '../ui/user-field.tsx';

export type Candidate = { userId: string; username: string; fullName: string | null };

type PersonDecisionProps = {
  source: string;
  externalId: string;
  /** How the file names the person. */
  name: string;
  candidates: readonly Candidate[];
  /** Reads the rows again, which then have the decision. */
  onDecided: () => Promise<unknown>;
};

export function PersonDecision(props: PersonDecisionProps) {
  const { name } = props;
  const t = wordsOf('imports');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-label={t('person.decide-for', { name })}
        className="mt-2"
        look="secondary"
        onClick={() => setOpen(true)}
        type="button"
      >
        {t('person.decide')}
      </Button>
      <Dialog
        closeLabel={wordsOf('shell')('close')}
        holds
        onClose={() => setOpen(false)}
        open={isOpen}
        startsInside
        title={t('person.title', { name })}
      >
        <DecisionForm
          {...props}
          onDecided={() => {
            setOpen(false);
            return props.onDecided();
          }}
        />
      </Dialog>
    </>
  );
}

const another = 'another';
const isNew = 'new';

function DecisionForm({ source, externalId, candidates, onDecided }: PersonDecisionProps) {
  const t = wordsOf('imports');
  const announce = useAnnounce();
  const id = useId();
  const [choice, setChoice] = useState('');
  const [user, setUser] = useState<ChosenUser>();
  const [isMissing, setMissing] = useState(false);
  const nameOf = ({ fullName, username }: Candidate) => fullName ?? username;
  /** Returns the id of who was chosen, null for a new user; undefined if no user was. */
  const chosen = (): string | null | undefined => {
    if (choice === isNew) return null;
    if (choice === another) return user?.id;
    return choice === '' ? undefined : choice;
  };
  const mutation = useMutation({
    mutationFn: (userId: string | null) =>
      dataOf(
        admin.POST('/api/admin/sources/{name}/links', {
          params: { path: { name: source } },
          body: { externalId, userId },
        }),
      ),
    onSuccess: async () => {
      announce(t('person.saved'));
      await onDecided();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = chosen();
    setMissing(given === undefined);
    if (given !== undefined) mutation.mutate(given);
  };
  const options = [
    ...candidates.map((one) => ({
      value: one.userId,
      label: t('person.is', { name: nameOf(one), username: one.username }),
    })),
    { value: another, label: t('person.other') },
    { value: isNew, label: t('person.new') },
  ];
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
      <p className="text-text-2">{t('person.about')}</p>
      <fieldset>
        <legend className="mb-1 font-semibold">{t('person.candidates')}</legend>
        {options.map(({ value, label }) => (
          <label className="flex min-h-11 items-center gap-3" key={value}>
            <input
              checked={choice === value}
              className="size-5 shrink-0 accent-brand"
              name={id}
              onChange={() => setChoice(value)}
              type="radio"
            />
            <span className="min-w-0 wrap-anywhere">{label}</span>
          </label>
        ))}
      </fieldset>
      {choice === another ? (
        <UserField label={t('person.search')} onChange={setUser} value={user} />
      ) : null}
      <div role="alert">
        {isMissing ? <p className="font-medium text-error-ink">{t('person.missing')}</p> : null}
        {mutation.error ? <ProblemText error={mutation.error} /> : null}
      </div>
      <div>
        <Button look="primary" pending={mutation.isPending} type="submit">
          {t('person.save')}
        </Button>
      </div>
    </form>
  );
}
