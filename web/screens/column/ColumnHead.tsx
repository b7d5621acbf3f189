import { Button } from 'antd'
import { buttons, notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { number } from '../../parts/list/cells.tsx'
import { api, type ColumnNode, type Summary } from './calls.ts'
import type { useMoves } from './useMoves.ts'

interface Props {
  readonly column: ColumnNode
  /** How many articles it holds, and where it is on the site. */
  readonly known: Summary | undefined
  readonly moves: ReturnType<typeof useMoves>
  readonly addBelow: () => void
  readonly gone: () => void
}

const steps = [
  [-1, '上移'],
  [1, '下移'],
] as const

/** What can be done with the chosen column beside changing its fields. */
export function ColumnHead({ column, known, moves, addBelow, gone }: Props) {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const removing = useAction(api.del)

  /** Why it cannot be deleted, as far as that is to be seen here; the server knows of the recycle bin too. */
  function inIt(): string {
    const { children } = column
    const found = [
      children.length > 0 ? `${number(children.length)} 个下级栏目` : '',
      known && known.articles > 0 ? `${number(known.articles)} 篇文章` : '',
    ].filter(Boolean)
    return found.length > 0 ? `栏目「${column.categoryTitle}」中还有 ${found.join('、')}，不能删除：请先移走或删除` : ''
  }

  async function remove() {
    if (inIt()) return say.warning(inIt())
    const text = `确认删除栏目「${column.categoryTitle}」吗？`
    if (!(await confirm({ text, ok: buttons.delete, danger: true }))) return
    const result = await removing.run({ ids: [column.columnId] })
    const [refused] = result?.failed ?? []
    if (refused) say.error(refused.errorMsg)
    else if (result) {
      gone()
      say.success(notices.done)
    }
    await stale('column')
  }
  return (
    <div className="toolbar">
      <b>{column.categoryTitle}</b>
      {known && (
        <span className="muted">
          文章 {number(known.articles)} 篇，已发布 {number(known.published)} 篇
        </span>
      )}
      {known?.url && (
        <a href={known.url} target="_blank" rel="noreferrer">
          在网站上查看
        </a>
      )}
      <span className="grow" />
      {can('column_save') && <Button onClick={addBelow}>新增下级栏目</Button>}
      {can('column_edit') &&
        steps.map(([step, label]) => (
          <Button key={label} onClick={() => moves.by(column, step)} loading={moves.step === step}>
            {label}
          </Button>
        ))}
      {can('column_del') && (
        <Button danger onClick={() => void remove()} loading={removing.busy}>
          {buttons.delete}
        </Button>
      )}
    </div>
  )
}
