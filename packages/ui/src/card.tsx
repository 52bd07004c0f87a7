// A raised surface, for what can be pressed. As a link, the whole card is one target.
import type { ComponentProps } from 'react';

export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`card ${className}`} />;
}

export function CardLink({ className = '', ...rest }: ComponentProps<'a'>) {
  return <a {...rest} className={`card card-link ${className}`} />;
}
