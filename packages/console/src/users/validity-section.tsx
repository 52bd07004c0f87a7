// From when until when the user may sign in, who answers for a guest, and closing the account.
import { Button } from '@brama/ui/button.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useState } from 'react';
import { useMay, useMe } from '../api/me.ts';
import { momentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Form } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { hrefOf } from '../ui/search-params.ts';
import type { User } from './queries.ts';
import { useUserChange } from './record-form.tsx';
import { givenPeriod, periodFields, periodValues } from './user-fields.ts';

export function ValiditySection({ user }: { user: User }) {
  const t = wordsOf('users');
  const may = useMay();
  const [isEditing, setEditing] = useState(false);
  const edit = (
    <Button look="secondary" onClick={() => setEditing(true)} type="button">
      {t('validity.edit')}
    </Button>
  );
  return (
    <Section
      action={may('users.write') && !isEditing ? edit : null}
      id="validity"
      title={t('validity.title')}
    >
      {isEditing ? (
        <PeriodForm onEnd={() => setEditing(false)} user={user} />
      ) : (
        <PeriodRows user={user} />
      )}
      {may('users.write') && !isEditing ? <DisableButton user={user} /> : null}
    </Section>
  );
}

function PeriodRows({ user }: { user: User }) {
  const t = wordsOf('users');
  const { validFrom, validUntil, sponsorId, guests } = user;
  return (
    <DefinitionRows>
      <DefinitionRow name={t('fields.valid-from')}>
        {validFrom ? momentText(validFrom) : t('validity.always')}
      </DefinitionRow>
      <DefinitionRow name={t('fields.valid-until')}>
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
  const { change, readAgain } = useUserChange(user);
  return (
    <Form
      done={t('record.saved')}
      fields={periodFields()}
      id={`period-${user.id}`}
      initial={periodValues(user)}
      onCancel={onEnd}
      onDone={onEnd}
      reload={async () => periodValues(await readAgain())}
      save={(values) => change(givenPeriod(values))}
      submitLabel={t('record.save')}
    />
  );
}

function DisableButton({ user }: { user: User }) {
  const t = wordsOf('users');
  const me = useMe();
  const { change } = useUserChange(user);
  const isDisabled = user.disabledReason === 'by-administrator';
  return (
    <div className="mt-4 print:hidden">
      {isDisabled ? (
        <ActButton
          act={() => change({ disabled: false })}
          changes={[['users']]}
          done={t('validity.enabled')}
        >
          {t('validity.enable')}
        </ActButton>
      ) : (
        <ActButton
          act={() => change({ disabled: true })}
          changes={[['users']]}
          confirm={{
            title: t('validity.disable-question', { name: user.fullName }),
            text: t('validity.disable-text'),
          }}
          disabledReason={me.id === user.id ? t('validity.own') : undefined}
          done={t('validity.disabled')}
        >
          {t('validity.disable')}
        </ActButton>
      )}
    </div>
  );
}
