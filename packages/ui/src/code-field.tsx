// The field for a short code: one large input in groups. A complete code is sent by itself, once. Without JavaScript it is a
// plain input.
import { type ClipboardEvent, type FormEvent, type Ref, useRef } from 'react';
import {
  type CodeShape,
  caretAfter,
  cleanCode,
  codeLength,
  createAutoSubmit,
  groupCode,
} from './code.ts';
import { Field } from './field.tsx';

type CodeFieldProps = {
  id: string;
  name: string;
  label: string;
  shape: CodeShape;
  hint?: string;
  error?: string | undefined;
  errorPrefix?: string;
  /** `one-time-code` only for codes of an app or a message: phones offer the latest one. */
  autoComplete: 'one-time-code' | 'off';
  /** A code that the server has refused. */
  defaultValue?: string | undefined;
  placeholder?: string;
  autoFocus?: boolean;
  readOnly?: boolean;
  className?: string;
  ref?: Ref<HTMLInputElement>;
};

export function CodeField({ shape, className = '', ...field }: CodeFieldProps) {
  const decide = useRef<ReturnType<typeof createAutoSubmit>>(undefined);
  decide.current ??= createAutoSubmit(shape, field.defaultValue);

  const accept = (input: HTMLInputElement) => {
    const caret = cleanCode(input.value.slice(0, input.selectionStart ?? undefined)).length;
    const code = cleanCode(input.value);
    const grouped = groupCode(code, shape);
    if (input.value !== grouped) {
      input.value = grouped;
      const place = caretAfter(grouped, caret);
      input.setSelectionRange(place, place);
    }
    // an incomplete form is the user's to finish
    if (input.form?.checkValidity() && decide.current?.(code)) input.form.requestSubmit();
  };
  const onInput = ({ currentTarget, nativeEvent }: FormEvent<HTMLInputElement>) => {
    if (!(nativeEvent as InputEvent).isComposing) accept(currentTarget);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const pasted = cleanCode(event.clipboardData.getData('text'));
    if (input.readOnly || pasted === '') return;
    // the browser would cut the text to the length of the field, before its spaces are removed
    event.preventDefault();
    const { selectionStart, selectionEnd } = input;
    input.setRangeText(pasted, selectionStart ?? 0, selectionEnd ?? 0, 'end');
    accept(input);
  };
  return (
    <Field
      {...field}
      autoCapitalize={shape.characters === 'letters' ? 'characters' : 'none'}
      autoCorrect="off"
      className={`code-field ${className}`}
      data-characters={shape.characters}
      inputMode={shape.characters === 'digits' ? 'numeric' : 'text'}
      maxLength={codeLength(shape) + shape.groups.length - 1}
      onInput={onInput}
      onPaste={onPaste}
      required
      spellCheck={false}
      type="text"
    />
  );
}
