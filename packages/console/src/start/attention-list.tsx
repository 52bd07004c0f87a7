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
  const links: { href: string; text: string; detail?: string }[] = [
    ...applications.map(({ id, title }) => ({
      href: hrefOf(`/applications/${id}`),
      text: title[language],
    })),
    ...users.map(({ id, username, fullName }) => ({
      href: hrefOf(`/users/${id}`),
      text: fullName,
      detail: username,
    })),
    ...(code === 'approvals-waiting'
      ? [{ href: hrefOf('/approvals'), text: t('attention.approvals') }]
      : []),
    ...(code === 'imports-waiting'
      ? [{ href: hrefOf('/imports', { state: 'waiting' }), text: t('attention.imports') }]
      : []),
    ...(code === 'bulk-changes-stopped'
      ? [{ href: hrefOf('/bulk'), text: t('attention.bulk-changes') }]
      : []),
  ];
  const rest = links.length > 0 ? count - links.length : 0;
  if (links.length === 0) return null;
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
      {links.map(({ href, text, detail }) => (
        <span key={href}>
          <a className={textLink} href={href}>
            {text}
          </a>
          {detail === undefined ? null : <span className="text-text-2"> {detail}</span>}
        </span>
      ))}
      {rest > 0 && applications.length + users.length > 0 ? (
        <span className="text-text-2">{t('attention.more', { count: rest })}</span>
      ) : null}
    </p>
  );
}
