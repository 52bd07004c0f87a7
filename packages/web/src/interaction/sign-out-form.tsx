// Signs out, on pages for signed-in users that are prerendered. A plain form, so that it works without JavaScript.
import { paths, userHashParameter } from '@brama/contract/paths';
import type { ReactNode } from 'react';
import { noteSignOut } from '../session/forget-user.ts';

type SignOutFormProps = {
  /** Hash of the user whose session ends. Without it, any session of this browser ends. */
  userHash?: string;
  className?: string;
  children: ReactNode;
};

export function SignOutForm({ userHash, className, children }: SignOutFormProps) {
  return (
    <form action={paths.signOut} className={className} method="post" onSubmit={noteSignOut}>
      {userHash === undefined ? null : (
        <input name={userHashParameter} type="hidden" value={userHash} />
      )}
      {children}
    </form>
  );
}
