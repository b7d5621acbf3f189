import { Button, Checkbox } from 'antd'
import { useEffect } from 'react'
import { type ColumnNode, column } from '../../../core/contract/column.ts'
import { buttons } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { useKeys } from '../../parts/keys.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { useChangedByOthers, withVersion } from './calls.ts'
import type { MarksProps } from './KeyMarks.tsx'
import { every, takenSays, useMarks } from './marks.ts'

const api = callsOf(column)
const readColumns = withVersion(api.roleList)

const flat = (nodes: readonly ColumnNode[], level = 0): { id: string; title: string; level: number }[] =>
  nodes.flatMap((node) => [{ id: node.columnId, title: node.categoryTitle, level }, ...flat(node.children, level + 1)])

/** The columns in which the people of a role may write and see. */
export function ColumnMarks({ row, shown, unsaved }: MarksProps) {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const all = row.alias === 'admin'
  const mayChange = can('column_roleSave') && !all
  const tree = useCall('column.tree', api.tree, {})
  const given = useCall('column.roleList', readColumns, { roleId: row.id }, { fresh: true })
  const [marked, setMarked] = useMarks('columns', row.id)
  const saving = useAction(api.roleSave)
  const confirm = useConfirm()
  const changedByOthers = useChangedByOthers()
  const had = new Set(given.data?.data[0]?.columnIds)
  const held = new Set([...had, ...Object.keys(marked)].filter((id) => marked[id] ?? had.has(id)))
  const changed = held.size !== had.size || [...held].some((id) => !had.has(id))
  useEffect(() => unsaved(changed), [changed, unsaved])
  useKeys({ save: () => shown && mayChange && void save() })
  const error = tree.error ?? given.error
  if (error && !(tree.data && given.data))
    return <ErrorState error={error} retry={() => void Promise.all([tree.refetch(), given.refetch()])} />
  if (!tree.data || !given.data) return <Loading />
  const nodes = flat(tree.data)
  const mark = (id: string, is: boolean) => setMarked({ ...marked, [id]: is })
  // the button stays in use: one that is shut would drop the focus, and with it Escape
  async function save() {
    if (!changed) return say.warning('没有修改')
    const taken = takenSays(had, held, new Map(nodes.map(({ id, title }) => [id, title])), '栏目')
    // what is given is asked about with what it would reveal (data/reveal.ts)
    const text = `角色「${row.name}」不再能用${taken}，${row.userCount ?? 0} 人下一次操作即生效。是否保存？`
    if (taken && !(await confirm({ text, ok: buttons.save }))) return
    const input = { roleId: row.id, columnIds: [...held], version: given.data?.version }
    const done = await saving.run(input, (refused) => void changedByOthers(refused))
    if (!done) return
    await stale('column', 'role', 'resource')
    setMarked({})
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
        {nodes.map(({ id, title, level }) => (
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
          <Button type="primary" loading={saving.busy} onClick={() => void save()}>
            {buttons.save}
          </Button>
        </div>
      )}
    </>
  )
}
