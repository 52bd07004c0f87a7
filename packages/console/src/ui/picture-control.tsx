// A field for a picture: one of a list, or a file of the user, which becomes a data URL.
import { type ChangeEvent, useState } from 'react';
import { wordsOf } from '../i18n/words.ts';

/** The server refuses larger files. */
const maxBytes = 64 * 1024;
const types = ['image/png', 'image/webp', 'image/svg+xml'];

/** A file that is not stored yet, or the path of a stored one; other values name an icon of the list. */
export const isOwnPicture = (value: string) => value.startsWith('data:') || value.startsWith('/');

type PictureFileProps = {
  id: string;
  label: string;
  isDisabled: boolean;
  onChange: (dataUrl: string) => void;
};

async function dataUrlOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `data:${file.type};base64,${btoa(text)}`;
}

export function PictureFile({ id, label, isDisabled, onChange }: PictureFileProps) {
  const t = wordsOf('shell');
  const [error, setError] = useState<string>();
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    const isKnown = types.includes(file.type);
    if (isKnown && file.size <= maxBytes) {
      setError(undefined);
      onChange(await dataUrlOf(file));
      return;
    }
    setError(t(isKnown ? 'form.picture-too-large' : 'form.picture-type'));
    target.value = '';
  };
  return (
    <div className="mt-3">
      <label className="mb-1.5 block text-sm text-text-2" htmlFor={id}>
        {label}
      </label>
      <input
        accept={types.join(',')}
        aria-describedby={`${id}-note`}
        aria-invalid={error === undefined ? undefined : true}
        className="block min-h-11 w-full py-2 text-sm"
        disabled={isDisabled}
        id={id}
        onChange={(event) => void read(event)}
        type="file"
      />
      <p
        className={
          error === undefined ? 'text-muted text-sm' : 'font-medium text-error-ink text-sm'
        }
        id={`${id}-note`}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? t('form.picture-hint')}
      </p>
    </div>
  );
}
