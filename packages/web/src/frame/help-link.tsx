// A link to the help page inside a sentence. Plain text if the build contains no help page.

import { textLink } from '@brama/ui/text-link.ts';
import type { ReactNode } from 'react';
import { usePageAddress } from '../browser/page-address.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useScreenExists } from './navigation/screen-paths.ts';

export function HelpLink({ children }: { children?: ReactNode }) {
  const language = useLanguage();
  const { carried } = usePageAddress();
  const exists = useScreenExists('faq');
  if (!exists) return children;
  return (
    <a className={textLink} href={`/${language}/faq${carried}`}>
      {children}
    </a>
  );
}
