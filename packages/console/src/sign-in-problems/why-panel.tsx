// “Why can’t this user sign in?”: each rule that prevents it, and what helps.
import type { UserAct } from '@brama/contract/admin/user-account';
import { Alert } from '@brama/ui/alert.tsx';
import { buttonClass } from '@brama/ui/button.tsx';
import { ChevronDown } from '@brama/ui/icons/chevron-down.ts';
import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { admin, dataOf, ifMatch } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { isoOfLocal, momentText } from '../i18n/moment.ts';
import { findText, wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { AttemptTable } from './attempt-table.tsx';
import { type Asked, AskedText, isSupposed, WhatIf } from './what-if.tsx';

type CheckedUser = { id: string; version: number; email: string | null };

type WhyPanelProps = {
  user: CheckedUser;
  /** All queries of the user, which a remedy changes. */
  userKey: QueryKey;
  /** Of the sign-in alone, now, which the page has loaded. */
  check: Check;
  asked: Asked;
  mayDo: (act: UserAct) => boolean;
};

const isAnyAsked = (asked: Asked) => Object.values(asked).some((one) => one !== undefined);

export function WhyPanel({ user, userKey, check, asked, mayDo }: WhyPanelProps) {
  const t = wordsOf('sign-in-problems');
  const may = useMay();
  const isAsked = isAnyAsked(asked);
  const query = useQuery({
    queryKey: [...userKey, 'sign-in-check', asked],
    queryFn: ({ signal }) => readCheck(user.id, asked, signal),
    enabled: isAsked,
    // each request is an event
    refetchOnWindowFocus: false,
  });
  return (
    <Section
      action={
        <div className="print:hidden">
          <ActButton act={async () => undefined} changes={[userKey]} done={t('checked')}>
            {t('check-again')}
          </ActButton>
        </div>
      }
      id="why"
      title={t(may('users.write') ? 'title' : 'title-read')}
    >
      {isAsked ? <AskedText asked={asked} userId={user.id} /> : null}
      <CheckOf check={isAsked ? undefined : check} query={query}>
        {(shown) => (
          <div className="flex flex-col gap-3">
            <Verdict
              canSignIn={shown.canSignIn}
              isAboutApplication={asked.application !== undefined}
              isSupposed={isSupposed(asked)}
              obstacles={shown.obstacles}
            />
            {shown.obstacles.map((obstacle) => (
              <ObstacleText
                key={obstacle.code}
                mayDo={mayDo}
                obstacle={obstacle}
                user={user}
                userKey={userKey}
              />
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
      <WhatIf asked={asked} userId={user.id} />
    </Section>
  );
}

type Obstacles = readonly Pick<Obstacle, 'code' | 'prevents'>[];

/** The user signs in, but not to this application. */
const ofApplication: ReadonlySet<string> = new Set(['no-access', 'method-not-accepted']);
type VerdictProps = {
  canSignIn: boolean;
  isAboutApplication: boolean;
  isSupposed: boolean;
  obstacles: Obstacles;
};

function Verdict(props: VerdictProps) {
  const { canSignIn, isAboutApplication, obstacles } = props;
  const t = wordsOf('sign-in-problems');
  const then = props.isSupposed ? 'then' : 'now';
  const isOnlyOpening = obstacles.every(
    ({ code, prevents }) => !prevents || ofApplication.has(code),
  );
  if (!canSignIn && isOnlyOpening) return <Alert kind="error" title={t('cannot-open')} />;
  if (!canSignIn) return <Alert kind="error" title={t(`verdict.${then}.cannot`)} />;
  if (obstacles.length > 0) return <Alert kind="warning" title={t('may-meet')} />;
  return (
    <Alert kind="success" title={t(isAboutApplication ? 'can-open' : `verdict.${then}.can`)} />
  );
}

type Check = Awaited<ReturnType<typeof readCheck>>;
type Obstacle = Check['obstacles'][number];
const readCheck = (id: string, asked: Asked = {}, signal?: AbortSignal) => {
  const { application: applicationId, method, network, at } = asked;
  const time = at === undefined ? undefined : isoOfLocal(at);
  return dataOf(
    admin.GET('/api/admin/users/{id}/sign-in-check', {
      params: { path: { id }, query: { applicationId, method, network, at: time } },
      ...(signal && { signal }),
    }),
  );
};

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

type ObstacleProps = {
  obstacle: Obstacle;
  user: CheckedUser;
  userKey: QueryKey;
  mayDo: (act: UserAct) => boolean;
};

function ObstacleText({ obstacle, user, userKey, mayDo }: ObstacleProps) {
  const t = wordsOf('sign-in-problems');
  const may = useMay();
  const { rule, remedy, until, access, cause, source } = obstacle;
  const conditions = access?.[language];
  return (
    <div className="border-line-strong border-s-4 ps-4">
      <p className="font-semibold">{rule[language]}</p>
      {until ? <p className="text-text-2">{t('until', { when: momentText(until) })}</p> : null}
      {source ? <p className="text-text-2">{t('source', { source })}</p> : null}
      {cause ? (
        <p className="text-text-2">
          {t('cause', {
            what: findText('events', `types.${cause.type}`) ?? cause.type,
            when: momentText(cause.at),
            who: cause.actorUsername ?? findText('events', `actors.${cause.actor}`) ?? cause.actor,
          })}
        </p>
      ) : null}
      {may('users.write') ? <p className="max-w-prose">{remedy[language]}</p> : null}
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
        <Remedy mayDo={mayDo} obstacle={obstacle} user={user} userKey={userKey} />
      </div>
    </div>
  );
}

const indents = ['ps-0', 'ps-5', 'ps-10', 'ps-14'] as const;

type RemedyKind = 'enable' | 'period' | 'lift-waits' | 'invite' | 'factors' | 'record' | 'groups';

/** What helps against each obstacle, and which act it is. The first that the caller may do is offered. */
const remedies: readonly {
  kind: RemedyKind;
  codes: readonly Obstacle['code'][];
  needs: UserAct;
}[] = [
  { kind: 'enable', codes: ['disabled'], needs: 'change' },
  { kind: 'period', codes: ['expired', 'not-yet-valid'], needs: 'change' },
  {
    kind: 'lift-waits',
    codes: [
      'throttled',
      'throttled-in-one-place',
      'second-factor-throttled',
      'second-factor-throttled-in-one-place',
    ],
    needs: 'lift-waits',
  },
  { kind: 'invite', codes: ['no-way', 'only-google', 'invitation-waits'], needs: 'invite' },
  {
    kind: 'factors',
    codes: ['no-way', 'method-missing', 'second-factor-missing'],
    needs: 'reset-factors',
  },
  { kind: 'record', codes: ['shared-address'], needs: 'change-ways' },
  { kind: 'groups', codes: ['no-access'], needs: 'change' },
];

const places = {
  period: '#validity',
  factors: '#factors',
  record: '#record',
  groups: '#groups',
} as const;

/** The button that removes the obstacle; nothing for callers who may not, or where only the user can. */
function Remedy({ obstacle: { code }, user, userKey, mayDo }: ObstacleProps): ReactNode {
  const t = wordsOf('sign-in-problems');
  const found = remedies.find(
    ({ kind, codes, needs }) =>
      codes.includes(code) && mayDo(needs) && (kind !== 'invite' || user.email !== null),
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
