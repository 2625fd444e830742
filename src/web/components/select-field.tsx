/** A labelled list to choose one of. */

export interface SelectFieldProps {
  name: string;
  /** Default: the name. */
  id?: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  chosen?: string;
}

export function SelectField({ name, id = name, label, options, chosen }: SelectFieldProps) {
  return (
    <>
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </>
  );
}
