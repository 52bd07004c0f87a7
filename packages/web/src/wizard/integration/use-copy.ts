// Copies a text. Where the browser gives no clipboard (plain http) or denies it, the caller makes the text easy to
// copy by hand. The focus stays where it was.

import { useState } from 'react';
import { useTemporary } from '../../ui/hooks/use-temporary.ts';

type Copy = {
  /** For two seconds after it was copied. */
  isCopied: boolean;
  /** The last try failed. */
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
    // absent on pages that came over plain http, whatever its type says
    const clipboard: Clipboard | undefined = navigator.clipboard;
    if (clipboard) clipboard.writeText(text).then(succeed, fail);
    else fail();
  };
  return { isCopied: copied === true, hasFailed, copy };
}
