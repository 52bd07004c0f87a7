// Says that the session has ended, with the link that signs in again and returns to the same place.
import type { MouseEvent } from 'react';
import { Alert } from './alert.tsx';
import { buttonClass } from './button.tsx';

type SessionEndedProps = {
  title: string;
  text: string;
  action: string;
  href: string;
  onClick?: (event: MouseEvent) => void;
};

export function SessionEnded({ title, text, action, href, onClick }: SessionEndedProps) {
  return (
    <Alert kind="info" title={title}>
      <p>{text}</p>
      <a className={`${buttonClass('primary')} mt-3 mb-1`} href={href} onClick={onClick}>
        {action}
      </a>
    </Alert>
  );
}
