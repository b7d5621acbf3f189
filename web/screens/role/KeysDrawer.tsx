import { Drawer, Tabs } from 'antd'
import { useRef, useState } from 'react'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { useFocusBack } from '../../parts/focus.ts'
import { useLeaveGuard } from '../../parts/form/leave.ts'
import { ColumnMarks } from './ColumnMarks.tsx'
import type { Row } from './calls.ts'
import { KeyMarks } from './KeyMarks.tsx'
import { forgetMarks } from './marks.ts'
import { PlateMarks } from './PlateMarks.tsx'
import '../../parts/marks.css'

/** What a role may do, in which columns, and on which boards. */
export default function KeysDrawer({ row, close }: { row: Row; close: () => void }) {
  const { can } = useRights()
  const confirm = useConfirm()
  const unsaved = useRef(new Map<string, boolean>())
  const [marked, setMarked] = useState<readonly string[]>([])
  useFocusBack()
  const note = (part: string) => (is: boolean) => {
    if ((unsaved.current.get(part) ?? false) === is) return
    unsaved.current.set(part, is)
    setMarked([...unsaved.current].flatMap(([name, waits]) => (waits ? [name] : [])))
  }
  /** Each part is saved by itself: what is not yet shows on its tab. */
  const titled = (part: string, title: string) => (marked.includes(part) ? `${title}（未保存）` : title)
  const [tab, setTab] = useState('keys')
  const wouldLose = () => [...unsaved.current.values()].some(Boolean)
  useLeaveGuard(wouldLose, () => notices.leave)
  async function leave() {
    if (wouldLose() && !(await confirm({ text: notices.leave, ok: '离开', careful: true }))) return
    forgetMarks(row.id)
    close()
  }
  const items = [
    {
      key: 'keys',
      label: titled('keys', '菜单和权限'),
      children: <KeyMarks row={row} shown={tab === 'keys'} unsaved={note('keys')} />,
    },
    ...(can('column_roleList')
      ? [
          {
            key: 'columns',
            label: titled('columns', '栏目'),
            children: <ColumnMarks row={row} shown={tab === 'columns'} unsaved={note('columns')} />,
          },
        ]
      : []),
    ...(can('plateRole_list')
      ? [
          {
            key: 'plates',
            label: titled('plates', '版块'),
            children: <PlateMarks row={row} shown={tab === 'plates'} unsaved={note('plates')} />,
          },
        ]
      : []),
  ]
  return (
    <Drawer
      open
      className="keys-drawer"
      title={`角色「${row.name}」`}
      size="min(860px, 100vw)"
      onClose={() => void leave()}
    >
      <Tabs items={items} activeKey={tab} onChange={setTab} />
    </Drawer>
  )
}
