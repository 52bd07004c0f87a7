// The column of a page for a signed-in user that is prerendered.
import type { ReactNode } from 'react';
import { UserGate } from '../session/user-gate.tsx';
import { Column } from '../ui/column.tsx';
import { passwordState } from './password-state.ts';

// what is typed stays: the form itself says when there is no session
const ignore = () => undefined;

type SignedInColumnProps = { children: ReactNode; short?: boolean };

export function SignedInColumn({ children, short = false }: SignedInColumnProps) {
  return (
    <UserGate onSignedOut={ignore} userHash={passwordState.userHash}>
      <Column short={short}>{children}</Column>
    </UserGate>
  );
}
