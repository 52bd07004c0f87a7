// Ends the access of one application after a confirmation.
import type { ApplicationAccess } from '@brama/contract/api/connected-apps';
import { paths } from '@brama/contract/paths';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AskFirst } from '../ask-first.tsx';
import { useEnding } from '../use-ending.ts';
import { accessQuery, endAccess } from './connected-apps.ts';

type EndAccessProps = { access: ApplicationAccess; onEnded: () => void };

export function EndAccess({ access, onEnded }: EndAccessProps) {
  const { t } = useTranslation('profile');
  const { id, title, firstParty } = access;
  const deed = useEnding({
    end: () => endAccess(id),
    queryKey: accessQuery.queryKey,
    words: t('access.ended'),
    onEnded,
  });
  return (
    <AskFirst
      deed={deed}
      form={{ action: paths.endAccess, field: ['application', id] }}
      label={t('access.end', { app: title })}
      words={{
        deed: t('access.end-short'),
        question: t(firstParty ? 'access.question-own' : 'access.question', { app: title }),
        keep: t('access.keep'),
        failed: t('access.not-ended'),
      }}
    />
  );
}
