import type { ReactNode } from 'react'
import type { Look } from '../../../core/domain/states.ts'
import './status.css'

export type Tone = Look['tone']
/** A mark for each state beside its word, so that no meaning hangs on the colour. */
export type Marks = Readonly<Record<number, { readonly mark: string; readonly tone: Tone }>>

interface Props {
  readonly words: Readonly<Record<number, string>>
  readonly marks: Marks
  readonly value: string | number | null
  readonly children?: ReactNode
}

/** A row's state as lists and records show it. */
export function StateMark({ words, marks, value, children }: Props) {
  const state = Number(value)
  const { mark, tone } = marks[state] ?? { mark: '', tone: 'rest' }
  return (
    <span className={`status ${tone}`}>
      <i aria-hidden="true">{mark}</i> {words[state] ?? value}
      {children}
    </span>
  )
}
