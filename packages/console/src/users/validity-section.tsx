// From when until when the user may sign in, who answers for a guest, and closing the account.
import { Button } from '@brama/ui/button.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../api/me.ts';
import { momentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import type { FormValues } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { useEditing } from '../ui/use-editing.ts';
import { useMayDo } from './acts.ts';
import { ownedText, ownerOf } from './owned.ts';
import { type User, userKey } from './queries.ts';
import { changeUser, useUserChange } from './record-form.tsx';
import { RenewGuest } from './renew-form.tsx';
import { givenPeriod, periodFields, periodValues } from './user-fields.ts';

export function ValiditySection({ user }: { user: User }) {
  const t = wordsOf('users');
  const mayDo = useMayDo();
  const { isEditing, start, end } = useEditing('validity');
  const owner = ownerOf(user, 'validUntil');
  const edit = (
    <Button look="secondary" onClick={start} type="button">
      {t('validity.edit')}
    </Button>
  );
  return (
    <Section
      action={mayDo('change') && !isEditing && owner === undefined ? edit : null}
      id="validity"
      title={t('validity.title')}
    >
      {isEditing ? <PeriodForm onEnd={end} user={user} /> : <PeriodRows user={user} />}
      {owner === undefined ? null : <p className="mt-2 text-muted text-sm">{ownedText(owner)}</p>}
      {mayDo('change') && !isEditing && user.sponsorId && owner === undefined ? (
        <RenewGuest user={user} />
      ) : null}
      {/* a disabled user is enabled where the page says that the user cannot sign in */}
      {mayDo('change') && !isEditing && user.disabledReason !== 'by-administrator' ? (
        <DisableButton user={user} />
      ) : null}
    </Section>
  );
}

function PeriodRows({ user }: { user: User }) {
  const t = wordsOf('users');
  const { validFrom, validUntil, sponsorId, guests, disabledNote } = user;
  return (
    <DefinitionRows>
      {disabledNote === null ? null : (
        <DefinitionRow name={t('validity.note')}>{disabledNote}</DefinitionRow>
      )}
      <DefinitionRow name={t('fields.validFrom')}>
        {validFrom ? momentText(validFrom) : t('validity.always')}
      </DefinitionRow>
      <DefinitionRow name={t('fields.validUntil')}>
        {validUntil ? momentText(validUntil) : t('validity.no-end')}
      </DefinitionRow>
      {sponsorId ? (
        <DefinitionRow name={t('validity.sponsor')}>
          <a className={textLink} href={hrefOf(`/users/${sponsorId}`)}>
            {t('validity.open-sponsor')}
          </a>
        </DefinitionRow>
      ) : null}
      {guests > 0 ? (
        <DefinitionRow name={t('validity.guests')}>
          <a className={textLink} href={hrefOf('/users', { sponsorId: user.id })}>
            {t('validity.guest-count', { count: guests })}
          </a>
        </DefinitionRow>
      ) : null}
    </DefinitionRows>
  );
}

function PeriodForm({ user, onEnd }: { user: User; onEnd: () => void }) {
  const t = wordsOf('users');
  const { edited, change, readAgain } = useUserChange(user);
  return (
    <Form
      done={t('record.saved')}
      fields={periodFields()}
      id={`period-${user.id}`}
      initial={periodValues(edited)}
      onCancel={onEnd}
      onDone={onEnd}
      reload={async () => periodValues(await readAgain())}
      save={(values) => change(givenPeriod(values))}
      submitLabel={t('record.save')}
    />
  );
}

/** Asks why, so that the next administrator need not. */
function DisableForm({ user, onEnd }: { user: User; onEnd: () => void }) {
  const t = wordsOf('users');
  const queries = useQueryClient();
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.querySelector('input')?.focus(), []);
  return (
    <section aria-labelledby="disable" className="mt-4 print:hidden" ref={section}>
      <h3 className="font-semibold text-lg" id="disable">
        {t('validity.disable-question', { name: user.fullName })}
      </h3>
      <p className="mb-4 max-w-prose text-text-2">{t('validity.disable-text')}</p>
      <Form
        done={t('validity.disabled')}
        fields={[
          {
            name: 'disabledNote',
            label: t('validity.note'),
            hint: t('validity.note-hint'),
            maxLength: 200,
          },
        ]}
        id={`disable-${user.id}`}
        initial={noNote}
        onCancel={onEnd}
        onDone={onEnd}
        save={async ({ disabledNote = '' }) => {
          const note = disabledNote.trim();
          await changeUser(user, { disabled: true, ...(note !== '' && { disabledNote: note }) });
          await queries.invalidateQueries({ queryKey: userKey(user.id) });
        }}
        submitLabel={t('validity.disable')}
      />
    </section>
  );
}

const noNote: FormValues = {};

function DisableButton({ user }: { user: User }) {
  const t = wordsOf('users');
  const me = useMe();
  const [isAsking, setAsking] = useState(false);
  if (isAsking) return <DisableForm onEnd={() => setAsking(false)} user={user} />;
  const isOwn = me.id === user.id;
  return (
    <div className="mt-4 print:hidden">
      <Button disabled={isOwn} look="secondary" onClick={() => setAsking(true)} type="button">
        {t('validity.disable')}
      </Button>
      {isOwn ? <p className="mt-2 text-muted text-sm">{t('validity.own')}</p> : null}
    </div>
  );
}
