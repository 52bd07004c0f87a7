// Keeps the favourites of the page and changes them on the server, one application per request.
import { paths } from '@brama/contract/paths';
import { useRef, useState } from 'react';
import { call } from '../../browser/api.ts';

type Change = { id: string; isFavorite: boolean };

async function send({ id, isFavorite }: Change): Promise<void> {
  const path = isFavorite ? paths.addFavorite : paths.removeFavorite;
  await call(path, {
    method: 'POST',
    body: { application: id },
    failure: 'Failed to change favourites',
  });
}

function changed(ids: ReadonlySet<string>, { id, isFavorite }: Change): ReadonlySet<string> {
  const others = [...ids].filter((one) => one !== id);
  return new Set(isFavorite ? [...others, id] : others);
}

/** `failure`: the error of a change that was not stored. */
export function useFavorites(initial: readonly string[]) {
  const [favorites, setFavorites] = useState<ReadonlySet<string>>(() => new Set(initial));
  const [failure, setFailure] = useState<unknown>();
  /** What the server has stored. */
  const stored = useRef(favorites);
  const pending = useRef(0);
  /** Requests run one after another, so that two clicks on one application arrive in order. */
  const lastRequest = useRef(Promise.resolve());
  const store = async (change: Change) => {
    try {
      await send(change);
      stored.current = changed(stored.current, change);
    } catch (error) {
      setFailure(error);
    }
    pending.current -= 1;
    if (pending.current === 0) setFavorites(stored.current);
  };
  const toggle = (id: string) => {
    const change = { id, isFavorite: !favorites.has(id) };
    setFavorites(changed(favorites, change));
    setFailure(undefined);
    pending.current += 1;
    lastRequest.current = lastRequest.current.then(() => store(change));
  };
  return { favorites, failure, toggle };
}
