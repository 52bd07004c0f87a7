// The filters of the list of users.
import { roles } from '@brama/contract/admin/roles';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMay } from '../api/me.ts';
import { wordsOf } from '../i18n/words.ts';
import { history } from '../navigation.ts';
import { FilterBar, FilterChoice, FilterText } from '../ui/filter-bar.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { isFiltered } from '../ui/user-filters.ts';

const route = getRouteApi('/users');

const restMs = 250;

/** Searches once the typing rests. The address follows without new entries in the history. */
function SearchField() {
  const t = wordsOf('users');
  const { q = '', cursor: _cursor, ...others } = route.useSearch();
  const [typed, setTyped] = useState(q);
  useEffect(() => setTyped(q), [q]);
  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = setTimeout(
      () => history.replace(hrefOf('/users', { ...others, q: typed.trim() })),
      restMs,
    );
    return () => clearTimeout(timer);
  });
  return (
    <FilterText
      label={t('list.search')}
      name="q"
      onChange={setTyped}
      placeholder={t('list.search-placeholder')}
      value={typed}
    />
  );
}

export function Filters() {
  const t = wordsOf('users');
  const shell = wordsOf('shell');
  const may = useMay();
  const { cursor: _cursor, sort, ...filters } = route.useSearch();
  const isAnySet = isFiltered(filters);
  const yesOrNo = (yes: string, no: string) => [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ];
  return (
    <FilterBar
      action={hrefOf('/users')}
      clearHref={isAnySet ? hrefOf('/users', { q: filters.q, sort }) : undefined}
      first={<SearchField />}
      isOpen={isAnySet}
      kept={{ sort, sponsorId: filters.sponsorId }}
    >
      <FilterText label={t('list.group')} name="group" start={filters.group} />
      {may('roles.read') ? (
        <FilterChoice
          label={t('list.role')}
          name="role"
          options={roles.map((value) => ({ value, label: shell(`roles.${value}`) }))}
          start={filters.role}
        />
      ) : null}
      <FilterChoice
        label={t('list.state')}
        name="disabled"
        options={yesOrNo(t('list.cannot'), t('list.can'))}
        start={filters.disabled}
      />
      <FilterChoice
        label={t('list.way')}
        name="hasWayIn"
        options={yesOrNo(t('list.has-way'), t('list.lacks-way'))}
        start={filters.hasWayIn}
      />
      <FilterChoice
        label={t('list.guests')}
        name="isGuest"
        options={yesOrNo(t('list.only-guests'), t('list.no-guests'))}
        start={filters.isGuest}
      />
      <FilterText
        label={t('list.signed-in-from')}
        name="signedInFrom"
        start={filters.signedInFrom}
        type="date"
      />
      <FilterText
        label={t('list.signed-in-to')}
        name="signedInTo"
        start={filters.signedInTo}
        type="date"
      />
      <FilterText
        label={t('list.ends-from')}
        name="endsFrom"
        start={filters.endsFrom}
        type="date"
      />
      <FilterText label={t('list.ends-before')} name="endsTo" start={filters.endsTo} type="date" />
    </FilterBar>
  );
}
