// One trial of the button against the sandbox: begun here, ended in another tab. Its id goes along as `state`, so that
// of two pages that make buttons only the one that began hears of the end.
import { useCallback, useEffect, useState } from 'react';
import { onNewsElsewhere } from '../../session/session-broadcast.ts';
import { onTrial } from './trial-broadcast.ts';

export type Trial =
  | { stage: 'none' }
  | { stage: 'waiting' }
  | { stage: 'stopped' }
  /** `name`: whom it let in. */
  | { stage: 'done'; name: string };

/** Also where the page came over plain http, without randomUUID. */
function newTrialId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

export type TrialControl = {
  trial: Trial;
  /** Nothing before the page has been taken over. */
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

  // the name of whoever has signed out is not for the next person at this computer
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
