// A raised surface. As a link, the whole card is one target.
import type { ComponentProps } from 'react';

const surface = 'rounded-card border border-line bg-surface p-5 text-ink shadow-card';

export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`${surface} ${className}`} />;
}

export function CardLink({ className = '', ...rest }: ComponentProps<'a'>) {
  const look = 'group relative transition-colors duration-120 hover:border-brand';
  return <a {...rest} className={`${surface} ${look} ${className}`} />;
}
