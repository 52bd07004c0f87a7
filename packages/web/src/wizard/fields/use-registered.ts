// Whether an id can be one, and whether it is registered here. The server is asked when typing pauses, and once for each id.

import type { RegisteredResponse } from '@brama/contract/api/registered';
import { parseAppId } from '@brama/contract/app-id';
import { paths } from '@brama/contract/paths';
import { useEffect, useState } from 'react';
import { call } from '../../browser/api.ts';

/** `wrong-form`: no id looks so. Undefined: nothing typed, or no reply yet. */
export type IdState = 'wrong-form' | 'registered' | 'unknown' | undefined;

/** With the reply of the server, the state is shown within half a second. */
const pauseMs = 250;

/** `isKnown`: the page knows the application by itself. */
export function useRegistered(appId: string, isKnown: boolean): IdState {
  const [replies, setReplies] = useState<ReadonlyMap<string, boolean>>(new Map());
  const typed = appId.trim();
  const id = parseAppId(typed);
  const wanted = id !== undefined && !isKnown && !replies.has(id) ? id : undefined;

  useEffect(() => {
    if (wanted === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const ask = () =>
      call(`${paths.registeredApplication}?${new URLSearchParams({ appId: wanted })}`, {
        failure: 'no reply about the id',
        signal,
      }).then(
        (answer) =>
          setReplies((before) =>
            new Map(before).set(wanted, (answer as RegisteredResponse).registered),
          ),
        () => undefined,
      );
    const timer = setTimeout(() => void ask(), pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [wanted]);

  if (typed === '') return undefined;
  if (id === undefined) return 'wrong-form';
  if (isKnown) return 'registered';
  const isRegistered = replies.get(id);
  if (isRegistered === undefined) return undefined;
  return isRegistered ? 'registered' : 'unknown';
}
