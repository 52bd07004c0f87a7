// Marks a tree that browsers without JavaScript show, and its forms. Buttons that need a script become forms there.
import { userHashParameter } from '@brama/contract/paths';
import { createContext, type FormEvent, type ReactNode, useContext } from 'react';
import { useUser } from '../session/use-user.ts';

export const WithoutScript = createContext(false);

export function useWithoutScript(): boolean {
  return useContext(WithoutScript);
}

type PostFormProps = {
  action: string;
  /** Name and value of a hidden field. */
  field?: readonly [name: string, value: string];
  className?: string | undefined;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** A form that names the signed-in user, so that the server can refuse it after a change of the user. */
export function PostForm({ action, field, className, onSubmit, children }: PostFormProps) {
  return (
    <form action={action} className={className} method="post" onSubmit={onSubmit}>
      <input name={userHashParameter} type="hidden" value={useUser().userHash} />
      {field && <input name={field[0]} type="hidden" value={field[1]} />}
      {children}
    </form>
  );
}
