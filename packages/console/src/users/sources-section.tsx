// The sources that name the user, and what each owns.
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { momentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import { useGroupTitle } from '../ui/group-field.tsx';
import { Section } from '../ui/page.tsx';
import { ownedLabel, sourceTitle } from './owned.ts';
import type { User } from './queries.ts';

type UserSource = User['sources'][number];

function stateOf({ state, reason, endsAt }: UserSource): string {
  const t = wordsOf('users');
  if (state === 'present') return t('sources.present');
  const why = t(`sources.reasons.${reason ?? 'unknown'}`);
  if (endsAt === null) return t('sources.left', { why });
  const isOver = Date.parse(endsAt) <= Date.now();
  return t(isOver ? 'sources.left-over' : 'sources.left-until', { why, when: momentText(endsAt) });
}

export function SourcesSection({ user }: { user: User }) {
  const t = wordsOf('users');
  const titleOf = useGroupTitle();
  if (user.sources.length === 0) return null;
  return (
    <Section id="sources" lead={t('sources.about')} title={t('sources.title')}>
      <DefinitionRows>
        {user.sources.map((one) => (
          <DefinitionRow key={one.source} name={sourceTitle(one)}>
            {one.title?.[language] ? <p translate="no">{one.source}</p> : null}
            <p>{t('sources.named', { id: one.externalId })}</p>
            <p>{stateOf(one)}</p>
            {one.fields.length > 0 ? (
              <p>{t('sources.fields', { fields: one.fields.map(ownedLabel).join(', ') })}</p>
            ) : null}
            {one.groups.length > 0 ? (
              <p>{t('sources.groups', { groups: one.groups.map(titleOf).join(', ') })}</p>
            ) : null}
          </DefinitionRow>
        ))}
      </DefinitionRows>
    </Section>
  );
}
