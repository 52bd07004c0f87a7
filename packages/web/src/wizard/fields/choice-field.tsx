// A choice as native radio buttons, and a yes/no choice as a native checkbox.
import type { ReactNode } from 'react';

type ChoiceFieldProps<Value extends string> = {
  name: string;
  legend: string;
  hint?: string;
  choices: readonly { value: Value; label: string; isDisabled?: boolean }[];
  value: Value;
  onChoose: (value: Value) => void;
};

const tile =
  'inline-flex min-h-11 cursor-pointer sm:grow items-center gap-2 rounded-control border-[1.5px] border-line-strong bg-surface px-3 py-2 text-ink leading-tight lg:text-sm recolour hover:border-ink has-checked:border-brand has-checked:bg-brand-tint has-disabled:text-muted';
const box = 'size-4.5 shrink-0 cursor-pointer accent-brand';

export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { name, legend, hint, choices, value, onChoose } = props;
  const hintId = hint === undefined ? undefined : `${name}-hint`;
  return (
    <fieldset aria-describedby={hintId} className="min-w-0">
      <legend className="mb-1.5 font-semibold text-ink">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label className={tile} key={choice.value}>
            <input
              checked={choice.value === value}
              className={box}
              disabled={choice.isDisabled}
              name={name}
              onChange={() => onChoose(choice.value)}
              type="radio"
              value={choice.value}
            />
            {choice.label}
          </label>
        ))}
      </div>
      {hint === undefined ? null : (
        <p className="mt-1.5 text-muted text-sm" id={hintId}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}

type CheckFieldProps = {
  id: string;
  name: string;
  label: string;
  hint: ReactNode;
  checked: boolean;
  onCheck: (checked: boolean) => void;
};

export function CheckField({ id, name, label, hint, checked, onCheck }: CheckFieldProps) {
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold text-ink">
        <input
          aria-describedby={`${id}-hint`}
          checked={checked}
          className={box}
          id={id}
          name={name}
          onChange={({ target }) => onCheck(target.checked)}
          type="checkbox"
          value="true"
        />
        {label}
      </label>
      <p className="-mt-1 ps-7.5 text-muted text-sm" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
