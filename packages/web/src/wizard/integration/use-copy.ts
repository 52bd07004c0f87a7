// Copies a text. Where the browser has no clipboard (plain http) or denies access, the caller makes the text easy to
// copy manually. Focus does not move.

import { useTemporary } from '@brama/ui/hooks/use-temporary.ts';
import { useState } from 'react';

type Copy = {
  /** True for two seconds after a copy. */
  isCopied: boolean;
  /** True if the last copy failed. */
  hasFailed: boolean;
  copy: (text: string) => void;
};

type Ways = { onCopied: () => void; onFailed?: () => void };

export function useCopy({ onCopied, onFailed }: Ways): Copy {
  const [copied, setCopied] = useTemporary<true>();
  const [hasFailed, setHasFailed] = useState(false);

  const succeed = () => {
    setHasFailed(false);
    setCopied(true);
    onCopied();
  };
  const fail = () => {
    setHasFailed(true);
    onFailed?.();
  };
  const copy = (text: string) => {
    // absent on pages served over plain http, although the type says otherwise
    const clipboard: Clipboard | undefined = navigator.clipboard;
    if (clipboard) clipboard.writeText(text).then(succeed, fail);
    else fail();
  };
  return { isCopied: copied === true, hasFailed, copy };
}
