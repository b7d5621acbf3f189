import { Input } from 'antd'
import { useState } from 'react'
import './date-input.css'

interface Props {
  readonly id?: string
  readonly label?: string
  /** As the contract has it: `2026-11-21`, with a time `2026-11-21 09:05:00`. */
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
  readonly withTime?: boolean
  /** None: as the form is. */
  readonly disabled?: true
}

/** A year that is being typed counts from its first digit: 2, 20 and 202 come before 2026. */
const firstYear = '1000'

/**
 * A date in the browser's own field, with its calendar. What stands there while it is not being edited is ours,
 * so that it reads the same whatever language the browser speaks.
 */
export function DateInput({ id, label, value, onChange, withTime = false, ...shut }: Props) {
  const [half, setHalf] = useState<string | null>(null)
  const change = (text: string) => {
    const whole = text === '' || text >= firstYear
    setHalf(whole ? null : text)
    if (!whole) return
    const time = text.replace('T', ' ')
    onChange?.(time === '' ? null : withTime && time.length === 16 ? `${time}:00` : time)
  }
  return (
    <span className="date-input">
      <Input
        id={id}
        {...shut}
        type={withTime ? 'datetime-local' : 'date'}
        step={withTime ? 1 : undefined}
        aria-label={label}
        title={label}
        value={half ?? value?.replace(' ', 'T') ?? ''}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setHalf(null)}
      />
      <span aria-hidden="true" className={value ? '' : 'muted'}>
        {value || (label ?? (withTime ? '年-月-日 时:分:秒' : '年-月-日'))}
      </span>
    </span>
  )
}
