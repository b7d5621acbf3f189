import type { InputHTMLAttributes, ReactNode } from 'react'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly name: string
  readonly label: string
  readonly error: string | undefined
  readonly change: (value: string) => void
  /** What stands behind it. */
  readonly children?: ReactNode
}

/** A field of the sign-in page, with its error. */
export function LoginField({ name, label, error, change, children, ...input }: Props) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="row">
        <input
          {...input}
          id={name}
          name={name}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${name}-error` : undefined}
          onChange={(event) => change(event.target.value)}
        />
        {children}
      </div>
      {error && (
        <p className="error" id={`${name}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
