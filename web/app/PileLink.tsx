import { Link } from 'react-router'
import type { Pile } from '../data/inbox.ts'
import { Ago } from '../parts/list/cells.tsx'

/** A pile of what waits: what, how much, since when; it leads to where it is worked on. */
export const PileLink = ({ pile: { noun, title, count, unit, oldest }, to }: { pile: Pile; to: string }) => (
  <Link to={to} className="waiting-pile">
    <span>
      {noun}
      {title}
    </span>
    <b>
      {count} {unit}
    </b>
    <small className="muted">
      最早 <Ago time={oldest} />
    </small>
  </Link>
)
