import { Button, Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import { type ColumnNode, column } from '../../../core/contract/column.ts'
import { buttons } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import type { Row } from './calls.ts'

const api = callsOf(column)

/** Stands for all columns, those to come too. */
const every = '0'

const flat = (nodes: readonly ColumnNode[], level = 0): { id: string; title: string; level: number }[] =>
  nodes.flatMap((node) => [{ id: node.columnId, title: node.categoryTitle, level }, ...flat(node.children, level + 1)])

/** The columns in which the people of a role may write and see. */
export function ColumnMarks({ row, unsaved }: { row: Row; unsaved: (is: boolean) => void }) {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const tree = useCall('column.tree', api.tree, {})
  const given = useCall('column.roleList', api.roleList, { roleId: row.id }, { fresh: true })
  const [marked, setMarked] = useState<ReadonlySet<string> | null>(null)
  const saving = useAction(api.roleSave)
  const had = new Set(given.data?.[0]?.columnIds)
  const held = marked ?? had
  const changed = held.size !== had.size || [...held].some((id) => !had.has(id))
  useEffect(() => unsaved(changed), [changed, unsaved])
  const error = tree.error ?? given.error
  if (error && !(tree.data && given.data))
    return <ErrorState error={error} retry={() => void Promise.all([tree.refetch(), given.refetch()])} />
  if (!tree.data || !given.data) return <Loading />
  const all = row.alias === 'admin'
  const mayChange = can('column_roleSave') && !all
  const mark = (id: string, is: boolean) => {
    const next = new Set(held)
    if (is) next.add(id)
    else next.delete(id)
    setMarked(next)
  }
  // the button stays in use: one that is shut would drop the focus, and with it Escape
  async function save() {
    if (!changed) return say.warning('没有修改')
    const done = await saving.run({ roleId: row.id, columnIds: [...held] }, say.refused)
    if (!done) return
    await stale('column', 'role')
    setMarked(null)
    say.success('可用的栏目已保存')
  }
  const whole = all || held.has(every)
  return (
    <>
      <div className="toolbar">
        <Checkbox disabled={!mayChange} checked={whole} onChange={({ target }) => mark(every, target.checked)}>
          全部栏目，含以后新增的
        </Checkbox>
      </div>
      <div className="column-marks">
        {flat(tree.data).map(({ id, title, level }) => (
          <Checkbox
            key={id}
            disabled={!mayChange || whole}
            checked={whole || held.has(id)}
            style={{ marginInlineStart: level * 20 }}
            onChange={({ target }) => mark(id, target.checked)}
          >
            {title}
          </Checkbox>
        ))}
      </div>
      {mayChange && (
        <div className="marks-foot">
          <Button type="primary" disabled={!changed} loading={saving.busy} onClick={() => void save()}>
            {buttons.save}
          </Button>
        </div>
      )}
    </>
  )
}
