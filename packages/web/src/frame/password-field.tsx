// A password field with a show/hide button and two hints: Caps Lock and the wrong keyboard layout. The form controls
// the visibility, because submitting hides the password again.

import { Field } from '@brama/ui/field.tsx';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, type FormEvent, type KeyboardEvent, type Ref, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';

/**
 * Detects a password typed in the Ukrainian keyboard layout by mistake. Only for a hint, because a password may contain any script.
 */
export function looksLikeWrongLayout(password: string): boolean {
  return /\p{Script=Cyrillic}/u.test(password);
}

type PasswordFieldProps = Pick<
  ComponentProps<typeof Field>,
  'label' | 'name' | 'labelEnd' | 'hint' | 'error' | 'errorPrefix' | 'className' | 'aria-invalid'
> & {
  /** From the id, password managers also recognise which password the field expects. */
  id: 'current-password' | 'new-password';
  ref?: Ref<HTMLInputElement>;
  visible: boolean;
  onToggle: () => void;
  /** Whether scripts have run. Before that the show button is absent, because it could do nothing. */
  interactive: boolean;
  readOnly: boolean;
  describedBy?: string | undefined;
};

export function PasswordField(props: PasswordFieldProps) {
  const { visible, onToggle, interactive, describedBy, ...field } = props;
  const hintsId = `${field.id}-hints`;
  const { t } = useTranslation('login');
  const [capsLock, setCapsLock] = useState(false);
  const [wrongLayout, setWrongLayout] = useState(false);

  const noticeCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const noticeLayout = (event: FormEvent<HTMLInputElement>) =>
    // no hint for a new password, which may consist of Ukrainian words
    setWrongLayout(field.id[0] === 'c' && looksLikeWrongLayout(event.currentTarget.value));

  return (
    <Field
      {...field}
      aria-describedby={[hintsId, describedBy].filter(Boolean).join(' ')}
      autoCapitalize="none"
      autoComplete={field.id}
      autoCorrect="off"
      below={
        <p className="text-sm text-warning-ink not-empty:mt-1.5" id={hintsId} role="status">
          {[capsLock && t('form.password.caps-lock'), wrongLayout && t('form.password.layout')]
            .filter(Boolean)
            .join(' ')}
        </p>
      }
      inside={
        <Toggle fieldId={field.id} hidden={!interactive} onToggle={onToggle} visible={visible} />
      }
      onBlur={() => setCapsLock(false)}
      onInput={noticeLayout}
      onKeyDown={noticeCapsLock}
      onKeyUp={noticeCapsLock}
      required
      spellCheck={false}
      type={visible ? 'text' : 'password'}
    />
  );
}

type ToggleProps = { fieldId: string; visible: boolean; hidden: boolean; onToggle: () => void };

function Toggle({ fieldId, visible, hidden, onToggle }: ToggleProps) {
  const { t } = useTranslation('login');
  const [touched, setTouched] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  const toggle = () => {
    setTouched(true);
    onToggle();
  };
  return (
    <>
      <button
        aria-controls={fieldId}
        aria-label={t(visible ? 'form.password.hide' : 'form.password.show')}
        className="absolute inset-y-1 end-1 grid w-11 place-items-center rounded-chip text-text-2 hover:text-ink"
        hidden={hidden}
        onClick={toggle}
        type="button"
      >
        <Icon aria-hidden="true" size={22} />
      </button>
      <span className="sr-only" role="status">
        {touched && t(visible ? 'form.password.shown-status' : 'form.password.hidden-status')}
      </span>
    </>
  );
}
