// The sign-in methods below the form. Their links keep the return parameters.
import type { MethodId } from '@brama/contract/pages/login-page';
import { useTranslation } from '../i18n/use-translation.ts';
import type { MethodProps } from './method-link.tsx';
import { otherMethods } from './methods.tsx';

type OtherMethodsProps = { methods: readonly MethodId[] } & Omit<MethodProps, 'isOnly'>;

export function OtherMethods({ methods, marked, notice, onLeave }: OtherMethodsProps) {
  const { t } = useTranslation('login');
  const others = methods.filter((id) => id !== 'password');
  if (others.length === 0) return null;
  return (
    <>
      {methods.includes('password') ? (
        <p className="my-6 flex items-center gap-3.5 text-muted text-sm">
          <span className="h-px grow bg-line" />
          {t('or')}
          <span className="h-px grow bg-line" />
        </p>
      ) : null}
      <div className="grid auto-rows-fr gap-4">
        {others.map((id) => {
          const { Link } = otherMethods[id];
          return (
            <Link
              isOnly={methods.length === 1}
              key={id}
              marked={marked}
              notice={notice}
              onLeave={onLeave}
            />
          );
        })}
      </div>
      {others.map((id) => {
        const { Note } = otherMethods[id];
        return Note && <Note key={id} />;
      })}
    </>
  );
}
