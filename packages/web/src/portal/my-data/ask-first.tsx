// A button that asks for confirmation before it acts. Focus moves to the question and back to the button. Without
// JavaScript the button sends a form at once.

import { Button } from '@brama/ui/button.tsx';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PostForm, useWithoutScript } from '../without-script.tsx';
import { ActionError } from './action-error.tsx';

type AskFirstProps = {
  deed: Pick<
    UseMutationResult<unknown, Error, void>,
    'mutate' | 'isPending' | 'isSuccess' | 'error' | 'reset'
  >;
  words: {
    /** Label of the first button and of the confirming button. */
    deed: string;
    question: string;
    /** Label of the cancelling button. */
    keep: string;
    failed: string;
  };
  /** Accessible name of the first button, where `deed` alone does not identify the entry. */
  label?: string;
  className?: string;
  /** Does the same without JavaScript. */
  form?: Pick<ComponentProps<typeof PostForm>, 'action' | 'field'>;
};

export function AskFirst({ form, ...props }: AskFirstProps) {
  const { className = '', label, words } = props;
  if (!useWithoutScript() || !form) return <Asking {...props} />;
  return (
    <PostForm {...form} className={`${className} print:hidden`}>
      <Button aria-label={label} look="secondary" type="submit">
        {words.deed}
      </Button>
    </PostForm>
  );
}

function Asking({ deed, words, label, className = '' }: Omit<AskFirstProps, 'form'>) {
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
    <div className={`${className} print:hidden`} ref={place}>
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

/** Replaces the button that opened it. Focus moves to its text. */
function InlineQuestion({ words, children }: { words: string; children: ReactNode }) {
  const text = useRef<HTMLLegendElement>(null);
  useEffect(() => {
    text.current?.focus();
    // scrolls the buttons of the question into view as well
    text.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <fieldset className="rounded-control bg-sunken p-4">
      <legend className="float-start mb-4 w-full" ref={text} tabIndex={-1}>
        {words}
      </legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}
