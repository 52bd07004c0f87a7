// Reads toasts out: errors at once (`alert`), the rest when the reader is free (`status`). A region of its
// own for each, there before the text, because sonner has a single polite one for all. The text leaves
// again, so that whoever walks the page with a screen reader meets each toast once.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSonner } from 'sonner';

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
