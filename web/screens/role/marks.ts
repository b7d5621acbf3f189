import { useState } from 'react'
import { forget, keep, kept } from '../../parts/store.ts'

type Marks = Readonly<Record<string, boolean>>
const kind = 'role marks'
const parts = ['keys', 'columns', 'plates'] as const
type Part = (typeof parts)[number]
const nameOf = (part: Part, roleId: string) => `${part} ${roleId}`

/** What is marked otherwise than it is stored: kept in this tab until it is saved or left, also where the session ends. */
export function useMarks(part: Part, roleId: string): readonly [Marks, (marks: Marks) => void] {
  const name = nameOf(part, roleId)
  const [marked, setMarked] = useState<Marks>(() => kept<Marks>(kind, name, sessionStorage) ?? {})
  function mark(marks: Marks) {
    setMarked(marks)
    if (Object.keys(marks).length > 0) keep(kind, name, marks, sessionStorage)
    else forget(kind, name, sessionStorage)
  }
  return [marked, mark]
}

/** Who leaves without saving wants nothing of it. */
export function forgetMarks(roleId: string): void {
  for (const part of parts) forget(kind, nameOf(part, roleId), sessionStorage)
}

const namedMost = 6
/** Some things by their names: the first of them, and how many there are. */
export const fewOf = (names: readonly string[], unit: string): string =>
  names
    .slice(0, namedMost)
    .map((name) => `「${name}」`)
    .join('') + (names.length > namedMost ? ` 等 ${names.length} ${unit}` : '')

/** Stands for all columns, or all boards, those to come too. */
export const every = '0'

/** What is taken from a role, in words; '' where nothing is. @param names of all that there are, by their ids */
export function takenSays(
  had: ReadonlySet<string>,
  held: ReadonlySet<string>,
  names: ReadonlyMap<string, string>,
  kind: '栏目' | '版块',
): string {
  if (held.has(every)) return ''
  const whole = had.has(every)
  if (whole && held.size === 0) return `全部${kind}`
  const taken = [...(whole ? names.keys() : had)].filter((id) => !held.has(id)).map((id) => names.get(id) ?? id)
  return fewOf([...(whole ? [`今后新增的${kind}`] : []), ...taken], `个${kind}`)
}
