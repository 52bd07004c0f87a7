// The button that adds an application to the favourites or removes it. Before hydration and without JavaScript it submits
// the one form for favourites of the page.
import type { ApplicationResponse } from '@brama/contract/api/user';
import { paths, userHashParameter } from '@brama/contract/paths';
import type { MouseEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../session/use-user.ts';
import { CardIcon } from './card-icons.tsx';

const formId = 'favorites';

export function FavoriteForm() {
  return (
    <form action={paths.addFavorite} hidden id={formId} method="post">
      <input name={userHashParameter} type="hidden" value={useUser().userHash} />
    </form>
  );
}

type FavoriteButtonProps = {
  application: ApplicationResponse;
  isFavorite: boolean;
  onToggle: (id: string, byKeyboard: boolean) => void;
};

export function FavoriteButton({ application, isFavorite, onToggle }: FavoriteButtonProps) {
  const { t } = useTranslation('apps');
  const { id, title } = application;
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    // the second click of a double click would be for the card that has moved here
    if (event.detail < 2) onToggle(id, event.detail === 0);
  };
  return (
    <button
      aria-label={t(isFavorite ? 'favorites.remove' : 'favorites.add', { app: title })}
      className={`card-corner ${isFavorite ? 'text-brand' : 'text-muted'}`}
      form={formId}
      formAction={isFavorite ? paths.removeFavorite : paths.addFavorite}
      name="application"
      onClick={toggle}
      type="submit"
      value={id}
    >
      <CardIcon icon="star" isFilled={isFavorite} size={20} />
    </button>
  );
}
