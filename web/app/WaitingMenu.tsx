import { BellOutlined } from '@ant-design/icons'
import { reporting } from '../data/console.ts'
import { useInbox } from '../data/inbox.ts'
import { waitingIn } from '../screens/screens.ts'
import { PileLink } from './PileLink.tsx'
import { useRights } from './rights.ts'
import { TopMenu } from './TopMenu.tsx'

/** How much waits for me, and which piles it is; each leads to where it is worked on. */
export function WaitingMenu() {
  const { can } = useRights()
  const { data } = useInbox({ quiet: true })
  if (!data || data.piles.length === 0) return null
  const waiting = waitingIn(data.piles, can)
  const items = waiting.map(({ pile, to }) => ({
    key: pile.pile,
    label: <PileLink pile={pile} to={to} />,
  }))
  // the reporting console has screens for reports alone
  const total = reporting ? waiting.reduce((sum, { pile }) => sum + (pile.count ?? 0), 0) : data.total
  const nothing = { key: 'nothing', disabled: true, label: '没有等待您处理的事项' }
  return (
    <TopMenu items={items.length > 0 ? items : [nothing]} label={`待办 ${total} 项`}>
      <BellOutlined aria-hidden /> <span className="wide-only">待办</span>
      {total > 0 && <b className="count">{total > 999 ? '999+' : total}</b>}
    </TopMenu>
  )
}
