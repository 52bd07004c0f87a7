// The frame of a section, and its heading, whose id is the fragment of its address.

import type { AccountSection } from '@brama/contract/pages/account/sections';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

type SectionFrameProps = {
  id: AccountSection;
  /** `focus` moves the focus to the heading, after the focused element has disappeared. */
  children: (focus: () => void) => ReactNode;
};

export function SectionFrame({ id, children }: SectionFrameProps) {
  const { t } = useTranslation('account');
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section
      aria-labelledby={id}
      className="mb-6 break-inside-avoid-page rounded-card border border-line bg-surface p-5 sm:p-6 print:border-0 print:bg-transparent print:p-0"
    >
      <h2
        className="scroll-mt-6 font-semibold text-lg leading-snug tracking-tight"
        id={id}
        ref={heading}
        tabIndex={-1}
      >
        {t(`sections.${id}`)}
      </h2>
      <div className="mt-3">{children(() => heading.current?.focus({ preventScroll: true }))}</div>
    </section>
  );
}
