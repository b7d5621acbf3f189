import { Drawer, Tabs } from 'antd'
import { useRef } from 'react'
import { useRights } from '../../app/rights.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { useFocusBack } from '../../parts/focus.ts'
import { ColumnMarks } from './ColumnMarks.tsx'
import type { Row } from './calls.ts'
import { KeyMarks } from './KeyMarks.tsx'
import '../../parts/marks.css'

/** What a role may do, and in which columns. */
export default function KeysDrawer({ row, close }: { row: Row; close: () => void }) {
  const { can } = useRights()
  const confirm = useConfirm()
  const unsaved = useRef(new Map<string, boolean>())
  useFocusBack()
  const note = (part: string) => (is: boolean) => void unsaved.current.set(part, is)
  async function leave() {
    const some = [...unsaved.current.values()].some(Boolean)
    if (some && !(await confirm({ text: '改动还没有保存，要离开吗？', ok: '离开' }))) return
    close()
  }
  const items = [
    { key: 'keys', label: '菜单和权限', children: <KeyMarks row={row} unsaved={note('keys')} /> },
    ...(can('column_roleList')
      ? [{ key: 'columns', label: '栏目', children: <ColumnMarks row={row} unsaved={note('columns')} /> }]
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
      <Tabs items={items} />
    </Drawer>
  )
}
