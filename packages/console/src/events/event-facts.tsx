// What an event says beyond its type, in words: the group, the role, the changed fields, dates, reasons. A word that this version does not
// know, because a newer server wrote it, stands as it is.
import type { EventDetails } from '@brama/contract/events/event-details';
import { textLink } from '@brama/ui/text-link.ts';
import { Fragment, type ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import { momentText, numberText } from '../i18n/moment.ts';
import { findText, keysWithin, wordsOf } from '../i18n/words.ts';
import { hrefOf } from '../ui/search-params.ts';
import type { AdminEvent } from './queries.ts';

type Texts = readonly string[];

/** Returns the label that forms have for a field. A protocol has its settings in a path, whose last part is their name. */
function fieldText(type: string, path: string): string {
  if (type === 'users.exported' || type.startsWith('user.'))
    return (
      findText('users', `fields.${path}`) ??
      findText('users', `list.columns.${path}`) ??
      findText('profile', `fields.${path}`) ??
      path
    );
  if (type.startsWith('source.')) return findText('imports', `fields.${path}`) ?? path;
  if (type.startsWith('group.')) return findText('groups', `fields.${path}`) ?? path;
  return findText('applications', `fields.${path.split('.').at(-1)}`) ?? path;
}

/** The text of each filter of the list of users. */
const filterTexts: Readonly<Record<string, string>> = {
  q: 'list.search',
  group: 'list.group',
  role: 'list.role',
  disabled: 'fields.disabled',
  isGuest: 'list.guests',
  hasWayIn: 'list.way',
  sponsorId: 'fields.sponsorId',
  endsFrom: 'list.ends-from',
  endsTo: 'list.ends-before',
  signedInFrom: 'list.signed-in-from',
  signedInTo: 'list.signed-in-to',
};

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text);

/** Returns a filter, which the server writes as `name` or `name=value`. */
function filterText(filter: string): string {
  const [name = '', ...rest] = filter.split('=');
  const value = rest.join('=');
  const label = findText('users', filterTexts[name] ?? '') ?? name;
  if (value === '') return label;
  const word = findText('events', `values.${value}`) ?? findText('shell', `roles.${value}`);
  return `${label}: ${word ?? (isTime(value) ? momentText(value) : value)}`;
}

const permissionText = (scope: string) => findText('tokens', `permissions.${scope}`) ?? scope;
const wayText = (how: string) =>
  findText('events', `ways.${how}`) ?? findText('users', `methods.${how}`) ?? how;
const reasonText = (reason: string) => findText('events', `reasons.${reason}`) ?? reason;

const listed = (texts: Texts | undefined, textOf: (text: string) => string) =>
  Array.isArray(texts) ? texts.map(textOf).join(', ') : undefined;

/** The API does not type the details: another version of the server may have others. */
type Said = Omit<AdminEvent, 'details'> & { details: EventDetails };

type Links = Record<'group' | 'bulk' | 'import', (id: string) => ReactNode>;

/** Returns a fact for people, `true` if its label says all; nothing if the event does not have it. The keys are those of the labels, in their order. */
const facts: Readonly<Record<string, (event: Said, links: Links) => ReactNode>> = {
  group: ({ details: { group } }, links) => group && links.group(group),
  groups: ({ details: { groups } }) => listed(groups, (group) => group),
  role: ({ details: { role } }) => role && (findText('shell', `roles.${role}`) ?? role),
  action: ({ details: { action } }) =>
    action && (findText('approvals', `actions.${action}`) ?? action),
  // the application has a column of its own
  name: ({ details: { name }, applicationTitle }) => !applicationTitle && name,
  // all that a creation was given is no change
  fields: ({ type, details: { fields } }) =>
    !type.endsWith('.created') &&
    type !== 'users.exported' &&
    listed(fields, (field) => fieldText(type, field)),
  columns: ({ type, details: { fields } }) =>
    type === 'users.exported' && listed(fields, (field) => fieldText(type, field)),
  filters: ({ details: { filters } }) => listed(filters, filterText),
  scopes: ({ details: { scopes } }) => listed(scopes, permissionText),
  from: ({ details: { from } }) => from && momentText(from),
  until: ({ details: { until } }) => until && momentText(until),
  results: ({ details: { results } }) => results !== undefined && numberText(results),
  sessions: ({ details: { sessions } }) => sessions !== undefined && numberText(sessions),
  newBrowser: ({ details: { newBrowser } }) => newBrowser,
  how: ({ details: { how } }) => how && wayText(how),
  issuedBy: ({ details: { issuedBy } }) => issuedBy,
  // the page of an import says why it waits or has failed
  reason: ({ type, details: { reason } }) =>
    reason && !type.startsWith('import.') && reasonText(reason),
  byToken: ({ details: { byToken } }) => Boolean(byToken),
  systemUser: ({ details: { systemUser } }) => systemUser,
  bulk: ({ details: { bulk } }, links) => bulk && links.bulk(bulk),
  source: ({ details: { source } }) => source,
  import: ({ details: { import: id } }, links) => id && links.import(id),
};

export function EventFacts({ event }: { event: AdminEvent }) {
  const t = wordsOf('events');
  const may = useMay();
  const link = (href: string, text: string) => (
    <a className={textLink} href={hrefOf(href)}>
      {text}
    </a>
  );
  const links: Links = {
    group: (name) =>
      may('groups.read') ? link(`/groups/${encodeURIComponent(name)}`, name) : name,
    bulk: (id) => (may('users.read') ? link(`/bulk/${id}`, t('open-bulk')) : true),
    import: (id) => (may('imports.read') ? link(`/imports/${id}`, t('open-import')) : true),
  };
  const shown = keysWithin('events', 'facts').flatMap((key) => {
    const value = facts[key]?.(event, links);
    return value ? [{ label: findText('events', `facts.${key}`), value }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <span className="wrap-anywhere block font-normal text-text-2 text-xs">
      {shown.map(({ label, value }, index) => (
        <Fragment key={label}>
          {index > 0 ? '; ' : null}
          {label}
          {value === true ? null : <>: {value}</>}
        </Fragment>
      ))}
    </span>
  );
}
