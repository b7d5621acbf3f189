import { Input } from 'antd'

interface Props {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
}

/** Date and time of the contract (`2026-11-21 09:05:00`) in the browser's own field. */
export const TimeInput = ({ value, onChange, ...rest }: Props) => (
  <Input
    {...rest}
    type="datetime-local"
    step={1}
    value={value?.replace(' ', 'T') ?? ''}
    onChange={(event) => {
      const text = event.target.value.replace('T', ' ')
      onChange?.(text === '' ? null : text.length === 16 ? `${text}:00` : text)
    }}
  />
)
