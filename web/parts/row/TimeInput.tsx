import { DateInput } from '../DateInput.tsx'

interface Props {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
  readonly disabled?: true
  /** A day is chosen, and counts to its end. */
  readonly toItsEnd: boolean
}

const endOfDay = ' 23:59:59'

/** A time of a form: a day where its end is meant, unless what stands there is another time of day. */
export function TimeInput({ toItsEnd, value = null, ...rest }: Props) {
  const ofDay = toItsEnd && (value === null || value.length <= 10 || value.endsWith(endOfDay))
  return <DateInput {...rest} withTime={!ofDay} value={ofDay && value !== null ? value.slice(0, 10) : value} />
}
