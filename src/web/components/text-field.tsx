/** A labelled input with its hint and its error, tied together for screen readers. */

interface TextFieldProps {
  /** Also the id of the input. */
  name: string;
  label: string;
  value?: string;
  inputMode?: 'numeric' | 'decimal' | 'tel';
  maxLength?: number;
  required?: boolean;
  hint?: string | undefined;
  /** What is wrong with the value, and how to fix it. */
  error?: string | undefined;
}

export function TextField({ name, label, hint, error, ...input }: TextFieldProps) {
  const hintId = `${name}-hint`;
  const errorId = `${name}-error`;
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <>
      <label for={name}>{label}</label>
      <input
        {...input}
        id={name}
        name={name}
        autocomplete="off"
        aria-describedby={described || undefined}
        aria-invalid={error ? 'true' : undefined}
      />
      {hint && (
        <p id={hintId} class="quiet small">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} class="field-error small">
          {error}
        </p>
      )}
    </>
  );
}
