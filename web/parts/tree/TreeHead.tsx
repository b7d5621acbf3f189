import { Button } from 'antd'
import type { ReactNode } from 'react'
import { buttons, notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useConfirm } from '../confirm.tsx'
import type { TreeNode } from './nodes.ts'
import type { TreeProps } from './props.ts'
import type { Moves } from './useMoves.ts'

interface Props<N extends TreeNode<N>>
  extends Pick<TreeProps<N>, 'kind' | 'calls' | 'rights' | 'holds' | 'goes' | 'keeps' | 'stays' | 'facts' | 'acts'> {
  readonly node: N
  readonly moves: Moves<N>
  readonly addBelow: () => void
  readonly gone: () => void
}

const steps = [
  [-1, '上移'],
  [1, '下移'],
] as const

/** What can be done with the chosen row of a tree beside changing its fields. */
export function TreeHead<N extends TreeNode<N>>(props: Props<N>) {
  const {
    kind,
    calls,
    rights,
    holds = () => true,
    goes,
    keeps,
    stays,
    facts,
    acts,
    node,
    moves,
    addBelow,
    gone,
  } = props
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const removing = useAction(calls.remove)
  const trying = useAction(calls.refusal)
  const named = `${kind.says}「${kind.nameOf(node)}」`

  async function remove() {
    const refusal = await trying.run(kind.idOf(node))
    if (refusal) return say.warning(refusal)
    const along = goes?.(node)
    const text = `确认删除${named}${along?.says ?? ''}吗？${keeps?.(node) ?? '删除后无法恢复。'}`
    const typed = along ? { text: `${text}请输入项数 ${along.count} 确认`, typed: String(along.count) } : { text }
    if (!(await confirm({ ...typed, ok: buttons.delete, danger: true }))) return
    const refused = await removing.run(kind.idOf(node))
    if (refused) say.error(refused)
    else if (refused === null) {
      gone()
      say.success(notices.done)
    }
    await stale(calls.area)
  }
  return (
    <div className="toolbar">
      <b>{kind.nameOf(node)}</b>
      {facts?.(node) as ReactNode}
      <span className="grow" />
      {rights.add !== null && can(rights.add) && !kind.flat && holds(node) && (
        <Button onClick={addBelow}>新增下级{kind.says}</Button>
      )}
      {rights.change !== null &&
        can(rights.change) &&
        steps.map(([step, label]) => (
          <Button key={label} onClick={() => moves.by(node, step)} loading={moves.step === step}>
            {label}
          </Button>
        ))}
      {acts?.(node) as ReactNode}
      {rights.remove !== null && can(rights.remove) && !stays?.(node) && (
        <Button danger onClick={() => void remove()} loading={trying.busy || removing.busy}>
          {buttons.delete}
        </Button>
      )}
    </div>
  )
}
