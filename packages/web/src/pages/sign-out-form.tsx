// Signs out, on pages for signed-in users that are prerendered. A plain form, so that it works without JavaScript.
import { paths } from '@brama/contract/paths';
import type { ReactNode } from 'react';
import { noteSignOut } from '../note-sign-out.ts';

type SignOutFormProps = { className: string; children: ReactNode };

export function SignOutForm({ className, children }: SignOutFormProps) {
  return (
    <form action={paths.signOut} className={className} method="post" onSubmit={noteSignOut}>
      {children}
    </form>
  );
}
