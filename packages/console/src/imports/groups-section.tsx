// Which groups get or lose members by an import, and how many new users are in no group.
import { Alert } from '@brama/ui/alert.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { useQuery } from '@tanstack/react-query';
import { momentText, numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import { Folded } from '../ui/folded.tsx';
import { Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { type Import, type ImportGroups, importGroupsQuery } from './queries.ts';

const maxUnfolded = 12;

type Group = ImportGroups['groups'][number];

/** The rows of these imports are compared, and none is written. */
const isPlanned = ({ state }: Import) => state === 'compared' || state === 'waiting';

export function GroupsSection({ one }: { one: Import }) {
  const t = wordsOf('imports');
  const { created, changed, linked, left } = one.counts;
  const hasEffect = created + changed + linked + left > 0;
  const isShown = hasEffect && (isPlanned(one) || one.state === 'done');
  const query = useQuery({ ...importGroupsQuery(one), enabled: isShown });
  if (!isShown) return null;
  return (
    <Section id="groups" lead={t('groups.lead')} title={t('groups.title')}>
      <QueryState query={query} rows={2}>
        {({ groups, withoutGroup }) => (
          <div className="flex flex-col gap-4">
            {withoutGroup > 0 ? (
              <Alert kind="warning" title={t('groups.without', { count: withoutGroup })}>
                {t('groups.without-text')}
              </Alert>
            ) : null}
            {groups.length === 0 && withoutGroup > 0 ? null : (
              <ManyGroups groups={groups} isPlanned={isPlanned(one)} />
            )}
          </div>
        )}
      </QueryState>
    </Section>
  );
}

/** The title, and the name below it. */
function GroupName({ group: { name, title } }: { group: Group }) {
  const shown = title?.[language] || name;
  return (
    <>
      <span className="block wrap-anywhere">{shown}</span>
      {shown === name ? null : (
        <span className="block wrap-anywhere text-sm text-text-2" translate="no">
          {name}
        </span>
      )}
    </>
  );
}

type GroupsProps = { groups: readonly Group[]; isPlanned: boolean };

/** A long table would hide what follows: it is folded. */
function ManyGroups(props: GroupsProps) {
  const t = wordsOf('imports');
  const { length } = props.groups;
  if (length === 0) return <p className="text-text-2">{t('groups.none')}</p>;
  if (length <= maxUnfolded) return <Groups {...props} />;
  return (
    <Folded title={t('groups.all', { count: length })}>
      <Groups {...props} />
    </Folded>
  );
}

function Groups({ groups, isPlanned }: GroupsProps) {
  const t = wordsOf('imports');
  const signed = (sign: '+' | '−', count: number) =>
    count === 0 ? '—' : `${sign}${numberText(count)}`;
  const number = (id: string, name: string, cell: (group: Group) => string) => ({
    id,
    name,
    cell,
    isNumber: true,
  });
  const moves = [
    number('joining', t('groups.joining'), ({ joining }) => signed('+', joining)),
    number('leaving', t('groups.leaving'), ({ leaving }) => signed('−', leaving)),
    number('ending', t('groups.ending'), ({ ending, lastEnd }) =>
      lastEnd === null
        ? '—'
        : t('groups.until', { number: numberText(ending), day: momentText(lastEnd, 'date') }),
    ),
  ];
  const now = number('now', t('groups.now'), ({ members }) => numberText(members));
  const after = number('after', t('groups.after'), ({ members, joining, leaving }) =>
    numberText(members + joining - leaving),
  );
  return (
    <Table
      caption={t('groups.title')}
      cardsBelow={640}
      columns={[
        {
          id: 'group',
          name: t('groups.group'),
          cell: (group: Group) => <GroupName group={group} />,
        },
        ...(isPlanned ? [now, ...moves, after] : [...moves, now]),
      ]}
      empty={null}
      idOf={({ name }) => name}
      nameOf={({ name, title }) => title?.[language] || name}
      rows={groups}
    />
  );
}
