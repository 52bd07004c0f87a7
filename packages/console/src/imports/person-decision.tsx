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

/** Null: a new user. */
export type Decision = { name: string } | null;

type PersonDecisionProps = {
  source: string;
  externalId: string;
  /** How the file names the person. */
  name: string;
  candidates: readonly Candidate[];
  onDecided: (decision: Decision) => void;
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
        title={t('person.title', { name })}
      >
        <DecisionForm
          {...props}
          onDecided={(decision) => {
            setOpen(false);
            props.onDecided(decision);
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
  /** Returns who was chosen; undefined if no user was. */
  const chosen = (): { userId: string | null; decision: Decision } | undefined => {
    if (choice === isNew) return { userId: null, decision: null };
    if (choice === another) return user && { userId: user.id, decision: { name: user.fullName } };
    const found = candidates.find(({ userId }) => userId === choice);
    return found && { userId: found.userId, decision: { name: nameOf(found) } };
  };
  const mutation = useMutation({
    mutationFn: ({ userId }: { userId: string | null; decision: Decision }) =>
      dataOf(
        admin.POST('/api/admin/sources/{name}/links', {
          params: { path: { name: source } },
          body: { externalId, userId },
        }),
      ),
    onSuccess: (_, { decision }) => {
      announce(t('person.saved'));
      onDecided(decision);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = chosen();
    setMissing(given === undefined);
    if (given) mutation.mutate(given);
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
