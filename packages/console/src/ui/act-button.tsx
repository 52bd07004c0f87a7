// A button for one act on the server: it says that it works, and why it failed. An act that cannot be undone is confirmed first.

import { useAnnounce } from '@brama/ui/announcements.tsx';
import { Button, type ButtonLook } from '@brama/ui/button.tsx';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { isProblem } from '../api/problem.ts';
import { wordsOf } from '../i18n/words.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { keepFocus } from './keep-focus.ts';
import { ProblemText } from './problem-text.tsx';

type ActButtonProps = {
  children: string;
  /** Runs the act. Its problem is shown below the button. */
  act: () => Promise<unknown>;
  /** Announced when it is done. */
  done: string;
  /** The queries whose data it changes. */
  changes: readonly QueryKey[];
  look?: ButtonLook;
  icon?: ReactNode;
  /** What is asked before it runs. */
  confirm?: { title: string; text: ReactNode };
  /** Why the button cannot be used now. */
  disabledReason?: string | undefined;
  onDone?: () => void;
};

export function ActButton(props: ActButtonProps) {
  const {
    children,
    act,
    done,
    changes,
    look = 'secondary',
    icon,
    confirm,
    disabledReason,
    onDone,
  } = props;
  const announce = useAnnounce();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const readAgain = async () => {
    const section = place.current?.closest('section');
    await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
    keepFocus(section);
  };
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      announce(done);
      await readAgain();
      onDone?.();
    },
    onError: (error) => {
      // what the page shows may be out of date
      if (isProblem(error, 'admin.conflict')) void readAgain();
    },
  });
  const run = () => {
    setAsking(false);
    mutation.mutate();
  };
  const t = wordsOf('shell');
  return (
    <div className="flex flex-col items-start gap-2" ref={place}>
      <Button
        disabled={disabledReason !== undefined}
        icon={icon}
        look={look}
        onClick={confirm ? () => setAsking(true) : run}
        pending={mutation.isPending}
        title={disabledReason}
        type="button"
      >
        {children}
      </Button>
      {disabledReason === undefined ? null : (
        <p className="max-w-prose text-muted text-sm">{disabledReason}</p>
      )}
      {mutation.error ? <ProblemText error={mutation.error} title={t('problem.act')} /> : null}
      {confirm ? (
        <ConfirmDialog
          action={children}
          onCancel={() => setAsking(false)}
          onConfirm={run}
          open={isAsking}
          title={confirm.title}
        >
          {confirm.text}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
