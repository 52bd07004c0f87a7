// The sign-in methods beside the form: one link for each. They stand below it, or above it if one of them was used last; then that
// one is the first.
import type { MethodId } from '@brama/contract/pages/login-page';
import { useTranslation } from '../i18n/use-translation.ts';
import type { MethodProps } from './method-link.tsx';
import { otherMethods } from './methods.tsx';

type OtherMethodsProps = {
  methods: readonly MethodId[];
  /** The method that was used last, if it is one of these. */
  first: MethodId | undefined;
} & Omit<MethodProps, 'isOnly'>;

function Divider() {
  const { t } = useTranslation('login');
  return (
    <p className="ways-or my-6 flex items-center gap-3.5 text-muted text-sm low:my-1.5">
      <span className="h-px grow bg-line" />
      {t('or')}
      <span className="h-px grow bg-line" />
    </p>
  );
}

export function OtherMethods({ methods, first, marked, notice, onLeave }: OtherMethodsProps) {
  const others = methods.filter((id) => id !== 'password');
  if (others.length === 0) return null;
  others.sort((one, other) => Number(other === first) - Number(one === first));
  const isDivided = methods.includes('password');
  return (
    <div className="grid">
      {isDivided && first === undefined ? <Divider /> : null}
      <div className="grid auto-rows-fr gap-3 low:gap-2">
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
      {isDivided && first !== undefined ? <Divider /> : null}
    </div>
  );
}
