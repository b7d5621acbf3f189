import type { ReactNode } from 'react'
import './record.css'

/** What is known of a record, as title and text; what is empty is left out. */
export type Fact = readonly [title: string, text: ReactNode]

/** The facts of a record, in two columns on a desk. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts-grid">
    {facts
      .filter(([, text]) => text)
      .map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
  </dl>
)
