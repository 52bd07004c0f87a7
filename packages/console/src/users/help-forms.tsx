// What gets a user back in: a temporary access code, a reset of the second factors, an invitation. Actions on an administrator wait for
// a second administrator.
import { Alert } from '@brama/ui/alert.tsx';
import { Button } from '@brama/ui/button.tsx';
import { Dialog } from '@brama/ui/dialog.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { accessCodeAddress } from '../api/access-code-address.ts';
import { admin, dataOf } from '../api/client.ts';
import { momentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import type { FormField, FormValues } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { Secret } from '../ui/secret.tsx';
import { type User, userKey } from './queries.ts';

type Outcome = Awaited<ReturnType<typeof issueAccessCode>>;

const issueAccessCode = (id: string, reason: string, hours: number) =>
  dataOf(
    admin.POST('/api/admin/users/{id}/access-code', {
      params: { path: { id } },
      body: { reason, hours },
    }),
  );

const resetFactors = (id: string, reason: string) =>
  dataOf(
    admin.POST('/api/admin/users/{id}/factors/reset', {
      params: { path: { id } },
      body: { reason },
    }),
  );

/** Shows what came of an action that may wait. */
function OutcomeText({ outcome }: { outcome: Outcome }) {
  const t = wordsOf('users');
  if ('approval' in outcome)
    return (
      <Alert kind="info" title={t('help.waits')}>
        <p>
          {t('help.waits-text', { until: momentText(outcome.approval.expiresAt) })}{' '}
          <a className={textLink} href={hrefOf('/approvals')}>
            {t('help.approvals')}
          </a>
        </p>
      </Alert>
    );
  if (outcome.action === 'access-code.issue')
    return (
      <Secret label={t('help.code')} value={outcome.accessCode.code}>
        <p className="mt-2">
          {t('help.code-until', {
            address: accessCodeAddress(),
            until: momentText(outcome.accessCode.expiresAt),
          })}
        </p>
      </Secret>
    );
  if (outcome.action === 'factors.reset')
    return (
      <Alert kind="success" title={t('help.reset-done')}>
        <p>{t('help.sessions-ended', { count: outcome.sessionsEnded })}</p>
      </Alert>
    );
  return <Alert kind="success" title={t('help.done')} />;
}

type HelpDialogProps = {
  user: User;
  /** On the button, and the title of the window. */
  title: string;
  text: ReactNode;
  fields: readonly FormField[];
  initial: FormValues;
  act: (values: FormValues) => Promise<Outcome>;
};

/** A window with a form, which afterwards shows what came of it. */
function HelpDialog({ user, title, text, fields, initial, act }: HelpDialogProps) {
  const shell = wordsOf('shell');
  const t = wordsOf('users');
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const close = () => {
    setOpen(false);
    setOutcome(undefined);
    if (outcome) void queries.invalidateQueries({ queryKey: userKey(user.id) });
  };
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)} type="button">
        {title}
      </Button>
      <Dialog
        closeLabel={shell('close')}
        // a code is shown once, so a click beside the window must not lose it
        holds={outcome !== undefined}
        onClose={close}
        open={isOpen}
        title={title}
      >
        {outcome ? (
          <OutcomeText outcome={outcome} />
        ) : (
          <>
            <p className="mb-4 max-w-prose">{text}</p>
            <Form
              done={t('help.done')}
              fields={fields}
              id={`${title}-${user.id}`}
              initial={initial}
              onCancel={close}
              save={async (values) => setOutcome(await act(values))}
              submitLabel={title}
            />
          </>
        )}
      </Dialog>
    </>
  );
}

const reasonField = (): FormField => {
  const t = wordsOf('users');
  return {
    name: 'reason',
    label: t('help.reason'),
    hint: t('help.reason-hint'),
    required: true,
    maxLength: 200,
  };
};

export function AccessCodeForm({ user }: { user: User }) {
  const t = wordsOf('users');
  return (
    <HelpDialog
      act={({ reason = '', hours }) => issueAccessCode(user.id, reason, Number(hours))}
      fields={[
        reasonField(),
        { name: 'hours', label: t('help.hours'), kind: 'number', required: true },
      ]}
      initial={{ reason: '', hours: '24' }}
      text={t('help.access-code-text')}
      title={t('help.access-code')}
      user={user}
    />
  );
}

export function ResetForm({ user }: { user: User }) {
  const t = wordsOf('users');
  return (
    <HelpDialog
      act={({ reason = '' }) => resetFactors(user.id, reason)}
      fields={[reasonField()]}
      initial={{ reason: '' }}
      text={t('help.reset-text')}
      title={t('help.reset')}
      user={user}
    />
  );
}

export function InviteButton({ user }: { user: User }) {
  const t = wordsOf('users');
  return (
    <ActButton
      act={() =>
        dataOf(
          admin.POST('/api/admin/users/{id}/invitation', { params: { path: { id: user.id } } }),
        )
      }
      changes={[userKey(user.id)]}
      disabledReason={user.email === null ? t('help.no-email') : undefined}
      done={t('help.invited')}
    >
      {t('help.invite')}
    </ActButton>
  );
}
