import { DateInput } from '../DateInput.tsx'

interface Props {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
  readonly disabled?: true
  /** A day is chosen, and counts to its end. */
  readonly toItsEnd?: boolean
  /** A day is chosen, from its first moment. */
  readonly ofDay?: boolean
}

const endOfDay = ' 23:59:59'
const startOfDay = ' 00:00:00'

/** A time of a form: a day where a day is meant, unless what stands there is another time of day. */
export function TimeInput({ toItsEnd = false, ofDay = false, value = null, ...rest }: Props) {
  const bare = value === null || value.length <= 10 || value.endsWith(toItsEnd ? endOfDay : startOfDay)
  const alone = (toItsEnd || ofDay) && bare
  return <DateInput {...rest} withTime={!alone} value={alone && value !== null ? value.slice(0, 10) : value} />
}
