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
