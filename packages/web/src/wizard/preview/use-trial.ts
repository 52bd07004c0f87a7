// One trial of the button against the sandbox, started here and finished in another tab. Its id travels as `state`,
// so that only the wizard that started it receives the result.
import { useCallback, useEffect, useState } from 'react';
import { onNewsElsewhere } from '../../session/session-broadcast.ts';
import { onTrial } from './trial-broadcast.ts';

export type Trial =
  | { stage: 'none' }
  | { stage: 'waiting' }
  | { stage: 'stopped' }
  /** `name`: the user who signed in. */
  | { stage: 'done'; name: string };

/** Returns a random id. Works on plain http too, where `randomUUID` is missing. */
function newTrialId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

export type TrialControl = {
  trial: Trial;
  /** Empty until the page is hydrated. */
  id: string;
  begin: () => void;
  cancel: () => void;
};

export function useTrial(): TrialControl {
  const [id, setId] = useState('');
  const [trial, setTrial] = useState<Trial>({ stage: 'none' });

  useEffect(() => {
    const own = newTrialId();
    setId(own);
    return onTrial(({ trial: ended, name }) => {
      if (ended !== own) return;
      setTrial((before) =>
        before.stage === 'none' || before.stage === 'stopped' ? before : { stage: 'done', name },
      );
    });
  }, []);

  // the next person at this computer must not see the name of a signed-out user
  useEffect(
    () =>
      onNewsElsewhere('signed-out', () =>
        setTrial((before) => (before.stage === 'done' ? { stage: 'none' } : before)),
      ),
    [],
  );

  return {
    trial,
    id,
    begin: useCallback(() => setTrial({ stage: 'waiting' }), []),
    cancel: useCallback(() => setTrial({ stage: 'stopped' }), []),
  };
}
