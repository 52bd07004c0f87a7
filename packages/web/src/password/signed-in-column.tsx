// The column of a page for a signed-in user that the server renders.
import type { ReactNode } from 'react';
import { usePageProps } from '../browser/page-props.ts';
import { UserGate } from '../session/user-gate.tsx';
import { Column } from '../ui/column.tsx';

// a missing session does not replace the page: the input stays, and the form shows the error
const ignore = () => undefined;

type SignedInColumnProps = { children: ReactNode; short?: boolean };

export function SignedInColumn({ children, short = false }: SignedInColumnProps) {
  const { userHash } = usePageProps(
    'password',
    'password-set',
    'password-recent',
    'password-changed',
  );
  return (
    <UserGate onSignedOut={ignore} userHash={userHash}>
      <Column short={short}>{children}</Column>
    </UserGate>
  );
}
