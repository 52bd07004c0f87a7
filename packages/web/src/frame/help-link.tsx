// «Допомога» inside a sentence: a link when the help page exists, plain words until then.
import type { ReactNode } from 'react';
import { textLink } from '../ui/text-link.ts';
import { useLanguage } from '../words/use-language.ts';
import { usePageAddress } from './page-address.ts';
import { useScreenExists } from './screen-paths.ts';

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
