// A button whose deed is done after one question. Focus follows: to the question, and back to the button.
import type { UseMutationResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { ActionError } from './action-error.tsx';
import { InlineQuestion } from './inline-question.tsx';

type AskFirstProps = {
  deed: Pick<
    UseMutationResult<unknown, Error, void>,
    'mutate' | 'isPending' | 'isSuccess' | 'error' | 'reset'
  >;
  words: {
    /** On the button that asks, and on the one that answers yes. */
    deed: string;
    question: string;
    /** Answers no. */
    keep: string;
    failed: string;
  };
  /** What the button that asks is called where `deed` does not say which of several. */
  label?: string;
  className?: string;
};

export function AskFirst({ deed, words, label, className }: AskFirstProps) {
  const [asked, setAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const ask = () => {
    deed.reset();
    setAsked(true);
  };
  const keep = () => {
    flushSync(() => setAsked(false));
    place.current?.querySelector('button')?.focus();
  };
  const busy = deed.isPending || deed.isSuccess;
  return (
    <div className={className} ref={place}>
      {asked ? (
        <InlineQuestion words={words.question}>
          <ActionError error={deed.error} title={words.failed} />
          <div className="flex flex-wrap gap-3">
            <Button look="primary" onClick={() => deed.mutate()} pending={busy}>
              {words.deed}
            </Button>
            <Button disabled={busy} look="secondary" onClick={keep}>
              {words.keep}
            </Button>
          </div>
        </InlineQuestion>
      ) : (
        <Button aria-label={label} look="secondary" onClick={ask}>
          {words.deed}
        </Button>
      )}
    </div>
  );
}
