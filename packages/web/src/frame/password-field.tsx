// The password with its show/hide button and the two hints for whoever types blind: Caps Lock and the
// wrong keyboard layout. Whether it is shown is the form's affair: sending hides it again.
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type FormEvent, type KeyboardEvent, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../ui/field.tsx';
import { looksLikeWrongLayout } from './layout-hint.ts';

const fieldId = 'current-password';
const hintsId = 'password-hints';

type PasswordFieldProps = {
  ref: Ref<HTMLInputElement>;
  visible: boolean;
  onToggle: () => void;
  /** Without JavaScript the button could do nothing, so it is not there. */
  interactive: boolean;
  readOnly: boolean;
  describedBy: string | undefined;
};

export function PasswordField(props: PasswordFieldProps) {
  const { ref, visible, onToggle, interactive, readOnly, describedBy } = props;
  const { t } = useTranslation('login');
  const [capsLock, setCapsLock] = useState(false);
  const [wrongLayout, setWrongLayout] = useState(false);

  const noticeCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const noticeLayout = (event: FormEvent<HTMLInputElement>) =>
    setWrongLayout(looksLikeWrongLayout(event.currentTarget.value));

  return (
    <Field
      aria-describedby={[hintsId, describedBy].filter(Boolean).join(' ')}
      autoCapitalize="none"
      autoComplete="current-password"
      autoCorrect="off"
      below={
        <p className="text-sm text-warning-ink not-empty:mt-1.5" id={hintsId} role="status">
          {[capsLock && t('form.password.caps-lock'), wrongLayout && t('form.password.layout')]
            .filter(Boolean)
            .join(' ')}
        </p>
      }
      className="mb-5"
      id={fieldId}
      inside={<Toggle hidden={!interactive} onToggle={onToggle} visible={visible} />}
      label={t('form.password.label')}
      name="password"
      onBlur={() => setCapsLock(false)}
      onInput={noticeLayout}
      onKeyDown={noticeCapsLock}
      onKeyUp={noticeCapsLock}
      readOnly={readOnly}
      ref={ref}
      required
      spellCheck={false}
      type={visible ? 'text' : 'password'}
    />
  );
}

type ToggleProps = { visible: boolean; hidden: boolean; onToggle: () => void };

function Toggle({ visible, hidden, onToggle }: ToggleProps) {
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
