// The slips of a sheet of access codes, one for each person, by group. New users have no language yet, so each slip has both.
import { languages } from '@brama/contract/paths';
import { accessCodeAddress } from '../api/access-code-address.ts';
import { momentText } from '../i18n/moment.ts';
import { type Translate, wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import type { Sheet } from './queries.ts';

type IssuedCode = Sheet['codes'][number];

/** Returns the codes of each group or study group, in their order. */
function groupedBy(
  codes: readonly IssuedCode[],
  name: 'group' | 'studyGroup',
): [string | null, IssuedCode[]][] {
  const groups = new Map<string | null, IssuedCode[]>();
  for (const one of codes) {
    const own = groups.get(one[name]);
    if (own) own.push(one);
    else groups.set(one[name], [one]);
  }
  return [...groups];
}

type Words = readonly Translate<'new-users'>[];

export function SlipGroups({ codes, words }: { codes: readonly IssuedCode[]; words: Words }) {
  const t = wordsOf('new-users');
  return groupedBy(codes, 'group').map(([name, group]) => {
    const [first] = group;
    const title = first?.groupTitle?.[language] ?? name ?? t('sheet.no-group');
    return (
      <section aria-label={title} className="[&+section]:print:break-before-page" key={name}>
        <h2 className="mb-3 font-semibold text-lg">{title}</h2>
        {groupedBy(group, 'studyGroup').map(([studyGroup, people]) => (
          <div className="[&+div]:mt-6 [&+div]:print:break-before-page" key={studyGroup}>
            {studyGroup === null ? null : (
              <h3 className="mb-3 font-semibold">{`${title}, ${studyGroup}`}</h3>
            )}
            <ul className="grid gap-3 sm:grid-cols-2 print:grid-cols-2 print:gap-2">
              {people.map((one) => (
                <Slip key={one.userId} one={one} words={words} />
              ))}
            </ul>
          </div>
        ))}
      </section>
    );
  });
}

type SlipProps = { one: IssuedCode; words: Words };

function Slip({ one: { fullName, studyGroup, username, code, expiresAt }, words }: SlipProps) {
  const label = (name: 'username' | 'code' | 'until' | 'page') =>
    words.map((t) => t(`slip.${name}`)).join(' · ');
  return (
    <li className="min-w-0 break-inside-avoid border border-line-strong border-dashed p-4 text-sm print:p-2 print:text-xs print:leading-tight">
      <p className="mb-2 font-semibold text-base print:mb-1 print:text-sm">
        {fullName}
        {studyGroup === null ? null : <span className="font-normal">, {studyGroup}</span>}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 print:gap-y-0.5">
        <dt className="text-muted">{label('username')}</dt>
        <dd className="wrap-anywhere font-mono" translate="no">
          {username}
        </dd>
        <dt className="text-muted">{label('code')}</dt>
        <dd className="font-mono font-semibold text-lg print:text-base" translate="no">
          {code}
        </dd>
        <dt className="text-muted">{label('until')}</dt>
        <dd>{momentText(expiresAt)}</dd>
        <dt className="text-muted">{label('page')}</dt>
        <dd className="wrap-anywhere" translate="no">
          {accessCodeAddress()}
        </dd>
      </dl>
      {words.map((t, index) => (
        <p
          className="mt-2 text-xs print:mt-1 print:leading-tight"
          key={languages[index]}
          lang={languages[index]}
        >
          {t('slip.how')}
        </p>
      ))}
    </li>
  );
}
