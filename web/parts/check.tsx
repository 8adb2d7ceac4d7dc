/** A choice with its label, and what it means below it. */
export function Check(props: {
  /** `radio`: one of those with the same name. */
  type?: 'checkbox' | 'radio';
  label: string;
  about?: string;
  name?: string;
  value?: string;
  checked?: boolean;
  defaultChecked?: boolean;
  disabled?: boolean;
  change?: (isOn: boolean) => void;
}) {
  const { type = 'checkbox', label, about, change, ...box } = props;
  return (
    <label>
      <input type={type} {...box} onChange={(event) => change?.(event.currentTarget.checked)} />
      <span>
        {label}
        {about !== undefined && <small>{about}</small>}
      </span>
    </label>
  );
}
