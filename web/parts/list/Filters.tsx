import { Button, Input, Select } from 'antd'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { buttons } from '../../../core/text.ts'
import { DateInput } from '../DateInput.tsx'
import { NumberInput, rangeSays } from '../NumberInput.tsx'
import { ReferencePicker } from '../ReferencePicker.tsx'
import type { Filter } from './types.ts'
import '../field-error.css'

/** So many choices are seen at a glance; of more than that people type what they look for. */
const shortList = 12
const byWords = {
  filterOption: (text: string, option?: { label?: unknown }) => String(option?.label ?? '').includes(text.trim()),
}

type Values = Readonly<Record<string, string>>
type Set = (changes: Values) => void

/** How each kind of filter is entered; `now` also searches at once. */
const fields: {
  readonly [K in Filter<object>['kind']]: (
    filter: Extract<Filter<Values>, { kind: K }>,
    values: Values,
    set: Set,
    now: Set,
  ) => ReactNode
} = {
  text: ({ field, label }, values, set) => (
    <Input
      aria-label={label}
      placeholder={label}
      allowClear
      value={values[field] ?? ''}
      onChange={(event) => set({ [field]: event.target.value })}
    />
  ),
  choice: ({ field, label, words }, values, _set, now) => (
    <Select
      aria-label={label}
      placeholder={label}
      allowClear
      value={values[field] || null}
      options={Object.entries(words).map(([value, text]) => ({ value, label: text }))}
      showSearch={Object.keys(words).length > shortList && byWords}
      onChange={(value: string | undefined) => now({ [field]: value ?? '' })}
    />
  ),
  number: ({ field, label, minimum, maximum, unit }, values, set) => (
    <NumberInput
      aria-label={label}
      placeholder={`${label}（${rangeSays(minimum, maximum)}）`}
      suffix={unit}
      value={values[field] ?? ''}
      onChange={(value) => set({ [field]: String(value ?? '') })}
    />
  ),
  reference: ({ field, label, of }, values, _set, now) => (
    <ReferencePicker
      of={of}
      label={label}
      value={values[field] || null}
      onChange={(value) => now({ [field]: value ?? '' })}
    />
  ),
  dates: ({ field, end, label }, values, _set, now) => (
    <span className="dates">
      <DateInput label={`${label}起`} value={values[field] ?? ''} onChange={(value) => now({ [field]: value ?? '' })} />
      <span aria-hidden="true">至</span>
      <DateInput label={`${label}止`} value={values[end] ?? ''} onChange={(value) => now({ [end]: value ?? '' })} />
    </span>
  ),
}

const inRow = 3

export interface FiltersProps<I> {
  readonly filters: readonly Filter<I>[]
  readonly values: Values
  readonly search: (values: Values) => void
  /** What else belongs into the row. */
  readonly children?: ReactNode
}

const namesOf = <I,>(filter: Filter<I>): string[] =>
  filter.kind === 'dates' ? [filter.field, filter.end] : [filter.field]

/** How many of the filters narrow the list. */
export const inUse = <I,>(filters: readonly Filter<I>[], values: Values): number =>
  filters.filter((filter) => namesOf(filter).some((name) => values[name])).length

/** What narrows the list beside these filters, as the tab of a state. */
export function without<I>(filters: readonly Filter<I>[], values: Values): Values {
  const own = new Set(filters.flatMap(namesOf))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !own.has(name)))
}

/** The end is before the beginning: nothing lies between them. */
const backwards = <I,>(filter: Filter<I>, values: Values): boolean => {
  if (filter.kind !== 'dates') return false
  const { [filter.field]: from, [filter.end]: to } = values
  return !!from && !!to && from > to
}

const Fault = ({ says }: { readonly says: string | null }) =>
  says && (
    <p className="field-error" role="alert">
      {says}
    </p>
  )

/** Why a filter cannot be searched by as it stands; null: it can. */
function faultOf<I>(filter: Filter<I>, values: Values): string | null {
  if (backwards(filter, values)) return `${filter.label}的止日早于起日，请更正`
  const value = values[filter.field]
  const wrong = value ? filter.wrong?.(value) : null
  return wrong ? `${filter.label}：${wrong}` : null
}

/** The filter row: three fields, the others behind 展开. */
export function Filters<I>({ filters, values, search, children }: FiltersProps<I>) {
  const [draft, setDraft] = useState(values)
  const hiddenInUse = inUse(filters.slice(inRow), values) > 0
  // as long as the user has not said otherwise, what narrows the list is in sight
  const [chosen, setOpen] = useState<boolean | null>(null)
  const open = chosen ?? hiddenInUse
  useEffect(() => setDraft(values), [values])

  const set: Set = (changes) => setDraft((now) => ({ ...now, ...changes }))
  // what is still being typed is not wrong yet
  const [pressed, setPressed] = useState(false)
  const sound = (next: Values) => filters.every((filter) => faultOf(filter, next) === null)
  const now: Set = (changes) => {
    const next = { ...draft, ...changes }
    if (sound(next)) search(next)
    else setDraft(next)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setPressed(true)
    if (sound(draft)) search(draft)
  }

  /** Empties the fields; what else narrows the list, as the tab of a state, stays. */
  function reset() {
    const others = without(filters, values)
    setDraft(others)
    search(others)
  }

  if (filters.length === 0) return <div className="filters">{children}</div>
  return (
    <search>
      <form className="filters" onSubmit={submit}>
        {(open ? filters : filters.slice(0, inRow)).map((filter) => (
          <div key={filter.field} className={`filter filter-${filter.kind}`}>
            {fields[filter.kind](filter as never, draft, set, now)}
            {(pressed || backwards(filter, draft)) && <Fault says={faultOf(filter, draft)} />}
          </div>
        ))}
        <Button htmlType="submit" type="primary">
          {buttons.search}
        </Button>
        <Button onClick={reset}>{buttons.reset}</Button>
        {filters.length > inRow && (
          <Button type="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? '收起' : '展开'}
          </Button>
        )}
        {children}
      </form>
    </search>
  )
}
