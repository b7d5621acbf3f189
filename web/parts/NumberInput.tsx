import { Input, type InputProps } from 'antd'

const whole = /^-?\d{1,15}$/

interface Props extends Omit<InputProps, 'value' | 'onChange' | 'type'> {
  readonly value?: number | string | null
  /** A number where one was typed, else what was typed; null: nothing. */
  readonly onChange?: (value: number | string | null) => void
}

const read = (typed: string): number | string | null =>
  typed.trim() === '' ? null : whole.test(typed.trim()) ? Number(typed) : typed

/** The bounds of a number, as they stand below its field: 「1～1440 分钟」. */
export const rangeSays = (minimum: number, maximum: number, unit = ''): string =>
  [`${minimum}～${maximum}`, unit].filter(Boolean).join(' ')

/** A whole number, as it was typed: what does not fit is refused in words, and never made to fit unasked. */
export const NumberInput = ({ value, onChange, ...more }: Props) => (
  <Input
    inputMode="numeric"
    autoComplete="off"
    {...more}
    value={value ?? ''}
    onChange={(event) => onChange?.(read(event.target.value))}
  />
)
