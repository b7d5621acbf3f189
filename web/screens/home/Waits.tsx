import { PileLink } from '../../app/PileLink.tsx'
import { useRights } from '../../app/rights.ts'
import { useInbox } from '../../data/inbox.ts'
import { waitingIn } from '../screens.ts'
import './waits.css'

/** What else waits for the user, beside their articles, which stand on the desk themselves; nothing where nothing does. */
export function Waits() {
  const { can } = useRights()
  const { data } = useInbox({ quiet: true })
  const others = waitingIn(data?.piles ?? [], can).filter(({ pile }) => pile.area !== 'article')
  if (others.length === 0) return null
  return (
    <section className="panel waits" aria-label="等您处理">
      <h2>等您处理</h2>
      <ul>
        {others.map(({ pile, to }) => (
          <li key={pile.pile}>
            <PileLink pile={pile} to={to} />
          </li>
        ))}
      </ul>
    </section>
  )
}
