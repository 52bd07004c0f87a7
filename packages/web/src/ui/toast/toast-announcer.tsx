// Announces toasts: errors at once (`alert`), others politely (`status`). Each has a live region that exists before
// its text, because sonner has one polite region for all. The text is removed again, so that screen-reader users meet
// each toast once.
import { useEffect, useState } from 'react';
import { useSonner } from 'sonner';
import { useTranslation } from '../../i18n/use-translation.ts';

const speakAfterMs = 100;
const speakForMs = 1000;

function Spoken({ text }: { text: string }) {
  const [speaking, setSpeaking] = useState(false);
  useEffect(() => {
    const start = setTimeout(() => setSpeaking(true), speakAfterMs);
    const end = setTimeout(() => setSpeaking(false), speakAfterMs + speakForMs);
    return () => {
      clearTimeout(start);
      clearTimeout(end);
    };
  }, []);
  return speaking ? <p>{text}</p> : null;
}

export function ToastAnnouncer() {
  const { t } = useTranslation('common');
  const { toasts } = useSonner();
  const spoken = (errors: boolean) =>
    toasts
      .filter(({ type }) => (type === 'error') === errors)
      .map(({ id, title, description }) => {
        const text = [errors && t('error-prefix'), title, description].filter(Boolean).join(' ');
        return <Spoken key={`${id} ${text}`} text={text} />;
      });
  return (
    <div className="sr-only" data-toast-announcer="">
      <div aria-atomic="false" role="alert">
        {spoken(true)}
      </div>
      <div aria-atomic="false" role="status">
        {spoken(false)}
      </div>
    </div>
  );
}
