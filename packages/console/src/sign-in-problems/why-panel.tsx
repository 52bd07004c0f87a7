// “Why can’t this user sign in?”: each rule that prevents it, and what helps.
import type { Permission } from '@brama/contract/admin/permissions';
import { Alert } from '@brama/ui/alert.tsx';
import { buttonClass } from '@brama/ui/button.tsx';
import { CommandField } from '@brama/ui/command/command-field.tsx';
import { ChevronDown } from '@brama/ui/icons/chevron-down.ts';
import { textLink } from '@brama/ui/text-link.ts';
import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { admin, dataOf, ifMatch } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { momentText } from '../i18n/moment.ts';
import { findText, wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import { language } from '../page-data.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useFoundApplications } from '../ui/use-found-applications.ts';
import { AttemptTable } from './attempt-table.tsx';

type CheckedUser = { id: string; version: number; email: string | null };

type WhyPanelProps = {
  user: CheckedUser;
  /** All queries of the user, which a remedy changes. */
  userKey: QueryKey;
  /** Of the sign-in alone, which the page has loaded. */
  check: Check;
  /** The application that the user wants to open, if that is asked too. */
  applicationId: string | undefined;
  /** Returns the address of the page that asks about this application. */
  hrefFor: (applicationId: string | undefined) => string;
};

export function WhyPanel(props: WhyPanelProps) {
  const { user, userKey, check, applicationId, hrefFor } = props;
  const t = wordsOf('sign-in-problems');
  const query = useQuery({
    queryKey: [...userKey, 'sign-in-check', applicationId],
    queryFn: ({ signal }) => readCheck(user.id, applicationId, signal),
    enabled: applicationId !== undefined,
  });
  return (
    <Section id="why" title={t('title')}>
      <CheckOf check={applicationId === undefined ? check : undefined} query={query}>
        {(shown) => (
          <div className="flex flex-col gap-3">
            <Verdict
              canSignIn={shown.canSignIn}
              isAboutApplication={applicationId !== undefined}
              hasObstacles={shown.obstacles.length > 0}
            />
            {shown.obstacles.map((obstacle) => (
              <ObstacleText key={obstacle.code} obstacle={obstacle} user={user} userKey={userKey} />
            ))}
          </div>
        )}
      </CheckOf>
      <details className="mt-4" open={!check.canSignIn}>
        <summary className="inline-flex min-h-11 items-center gap-1.5 font-medium hover:text-brand">
          {t('attempts.title')}
          <ChevronDown aria-hidden="true" className="chevron-down shrink-0" size={18} />
        </summary>
        <AttemptTable attempts={check.attempts} />
      </details>
      <ApplicationChoice applicationId={applicationId} hrefFor={hrefFor} />
    </Section>
  );
}

type VerdictProps = { canSignIn: boolean; isAboutApplication: boolean; hasObstacles: boolean };

function Verdict({ canSignIn, isAboutApplication, hasObstacles }: VerdictProps) {
  const t = wordsOf('sign-in-problems');
  if (!canSignIn) return <Alert kind="error" title={t('cannot')} />;
  if (hasObstacles)
    return <Alert kind="warning" title={t(isAboutApplication ? 'cannot-open' : 'may-meet')} />;
  return <Alert kind="success" title={t(isAboutApplication ? 'can-open' : 'can')} />;
}

type Check = Awaited<ReturnType<typeof readCheck>>;
type Obstacle = Check['obstacles'][number];
const readCheck = (id: string, applicationId?: string, signal?: AbortSignal) =>
  dataOf(
    admin.GET('/api/admin/users/{id}/sign-in-check', {
      params: { path: { id }, query: applicationId ? { applicationId } : {} },
      ...(signal && { signal }),
    }),
  );

type CheckOfProps = {
  /** Undefined while another one is asked for. */
  check: Check | undefined;
  query: UseQueryResult<Check>;
  children: (check: Check) => ReactNode;
};

function CheckOf({ check, query, children }: CheckOfProps) {
  if (check) return children(check);
  return (
    <QueryState query={query} rows={2}>
      {children}
    </QueryState>
  );
}

type ObstacleProps = { obstacle: Obstacle; user: CheckedUser; userKey: QueryKey };

function ObstacleText({ obstacle, user, userKey }: ObstacleProps) {
  const t = wordsOf('sign-in-problems');
  const { rule, remedy, until, access, cause } = obstacle;
  const conditions = access?.[language];
  return (
    <div className="border-line-strong border-s-4 ps-4">
      <p className="font-semibold">{rule[language]}</p>
      {until ? <p className="text-text-2">{t('until', { when: momentText(until) })}</p> : null}
      {cause ? (
        <p className="text-text-2">
          {t('cause', {
            what: findText('events', `types.${cause.type}`) ?? cause.type,
            when: momentText(cause.at),
            who: cause.actorUsername ?? findText('events', `actors.${cause.actor}`) ?? cause.actor,
          })}
        </p>
      ) : null}
      <p className="max-w-prose">{remedy[language]}</p>
      {conditions ? (
        <>
          <p className="mt-2">{conditions.summary}</p>
          <ul className="mt-1">
            {conditions.conditions.map(({ level, text, isMet }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may have the same text
              <li className={indents[Math.min(level, indents.length - 1)]} key={index}>
                {isMet === null ? '' : `${t(isMet ? 'met' : 'not-met')}: `}
                {text}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <div className="mt-2 flex flex-wrap gap-3 print:hidden">
        <Remedy obstacle={obstacle} user={user} userKey={userKey} />
      </div>
    </div>
  );
}

const indents = ['ps-0', 'ps-5', 'ps-10', 'ps-14'] as const;

type RemedyKind = 'enable' | 'period' | 'lift-waits' | 'invite' | 'factors' | 'record' | 'groups';

/** What helps against each obstacle, and what the caller needs for it. The first that the caller may do is offered. */
const remedies: readonly {
  kind: RemedyKind;
  codes: readonly Obstacle['code'][];
  needs: Permission;
}[] = [
  { kind: 'enable', codes: ['disabled'], needs: 'users.write' },
  { kind: 'period', codes: ['expired', 'not-yet-valid'], needs: 'users.write' },
  {
    kind: 'lift-waits',
    codes: [
      'throttled',
      'throttled-in-one-place',
      'second-factor-throttled',
      'second-factor-throttled-in-one-place',
    ],
    needs: 'factors.write',
  },
  { kind: 'invite', codes: ['no-way', 'invitation-waits'], needs: 'users.write' },
  { kind: 'factors', codes: ['no-way', 'second-factor-missing'], needs: 'factors.write' },
  { kind: 'record', codes: ['shared-address'], needs: 'users.write' },
  { kind: 'groups', codes: ['no-access'], needs: 'users.write' },
];

const places = {
  period: '#validity',
  factors: '#factors',
  record: '#record',
  groups: '#groups',
} as const;

/** The button that removes the obstacle; nothing for callers who may not, or where only the user can. */
function Remedy({ obstacle: { code }, user, userKey }: ObstacleProps): ReactNode {
  const t = wordsOf('sign-in-problems');
  const may = useMay();
  const found = remedies.find(
    ({ kind, codes, needs }) =>
      codes.includes(code) && may(needs) && (kind !== 'invite' || user.email !== null),
  );
  if (!found) return null;
  const { kind } = found;
  if (kind === 'enable' || kind === 'lift-waits' || kind === 'invite')
    return (
      <ActButton
        act={() => acts[kind](user)}
        changes={[userKey, ['users']]}
        done={t(`remedies.${kind}.done`)}
        look="primary"
      >
        {t(`remedies.${kind}.action`)}
      </ActButton>
    );
  return (
    <a className={buttonClass('secondary')} href={places[kind]}>
      {t(`remedies.${kind}`)}
    </a>
  );
}

const acts = {
  enable: ({ id, version }: CheckedUser) =>
    dataOf(
      admin.PATCH('/api/admin/users/{id}', {
        params: { path: { id }, header: ifMatch(version) },
        body: { disabled: false },
      }),
    ),
  'lift-waits': ({ id }: CheckedUser) =>
    dataOf(admin.DELETE('/api/admin/users/{id}/sign-in-waits', { params: { path: { id } } })),
  invite: ({ id }: CheckedUser) =>
    dataOf(admin.POST('/api/admin/users/{id}/invitation', { params: { path: { id } } })),
};

type ApplicationChoiceProps = Pick<WhyPanelProps, 'applicationId' | 'hrefFor'>;

/** Asks about one application besides the sign-in. */
function ApplicationChoice({ applicationId, hrefFor }: ApplicationChoiceProps) {
  const t = wordsOf('sign-in-problems');
  const may = useMay();
  const [typed, setTyped] = useState('');
  const found = useFoundApplications(typed, may('applications.read'));
  if (!may('applications.read')) return null;
  if (applicationId !== undefined)
    return (
      <p className="mt-4 print:hidden">
        <a className={textLink} href={hrefFor(undefined)}>
          {t('without-application')}
        </a>
      </p>
    );
  return (
    <div className="mt-4 max-w-form print:hidden">
      <CommandField
        commands={found.map(({ id, title, name }) => ({
          id,
          label: title[language],
          detail: name,
          group: t('applications'),
          isFound: true,
        }))}
        label={t('application')}
        onChoose={({ id }) => goTo(hrefFor(id))}
        onType={setTyped}
        placeholder={t('application-placeholder')}
        words={{ empty: t('no-application'), count: (count) => t('application-count', { count }) }}
      />
    </div>
  );
}
