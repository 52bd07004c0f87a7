// What needs the attention of the caller, each with the way to it.
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import { Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';

const readAttention = (signal?: AbortSignal) =>
  dataOf(admin.GET('/api/admin/attention', signal ? { signal } : {}));

type Item = Awaited<ReturnType<typeof readAttention>>['items'][number];

export function AttentionList() {
  const t = wordsOf('start');
  const query = useQuery({
    queryKey: ['attention'],
    queryFn: ({ signal }) => readAttention(signal),
  });
  return (
    <Section title={t('attention.title')}>
      <QueryState query={query} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-text-2">{t('attention.none')}</p>
          ) : (
            <ul className="divide-y divide-line border-line border-y">
              {items.map((item) => (
                <li className="row min-h-11 py-2" key={item.code}>
                  <p className="font-semibold">
                    {t(`attention.${item.code}.title`, { count: item.count })}
                  </p>
                  <p className="text-text-2">{t(`attention.${item.code}.remedy`)}</p>
                  <Links item={item} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Section>
  );
}

function Links({ item: { code, count, applications, users } }: { item: Item }) {
  const t = wordsOf('start');
  const links = [
    ...applications.map(({ id, title }) => ({
      href: hrefOf(`/applications/${id}`),
      text: title[language],
    })),
    ...users.map(({ id, username }) => ({ href: hrefOf(`/users/${id}`), text: username })),
    ...(code === 'approvals-waiting'
      ? [{ href: hrefOf('/approvals'), text: t('attention.approvals') }]
      : []),
  ];
  const rest = links.length > 0 ? count - links.length : 0;
  if (links.length === 0) return null;
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
      {links.map(({ href, text }) => (
        <a className={textLink} href={href} key={href}>
          {text}
        </a>
      ))}
      {rest > 0 && code !== 'approvals-waiting' ? (
        <span className="text-text-2">{t('attention.more', { count: rest })}</span>
      ) : null}
    </p>
  );
}
