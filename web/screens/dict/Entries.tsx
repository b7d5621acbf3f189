import { useState } from 'react'
import { arrangeMax, dict, entryRow } from '../../../core/contract/dict.ts'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import { api, type Entry, type Group, removeEach, rights } from './calls.ts'

const MergeEntry = lazyPart(() => import('./MergeEntry.tsx'))

const columns: readonly Column<Entry>[] = [
  { field: 'name', width: 170 },
  { field: 'key', width: 120, leads: true },
  { field: 'value', width: 130 },
  { field: 'state', width: 64 },
  { field: 'sort', width: 64 },
  { field: 'updatedAt', sort: true, hidden: true },
  { field: 'createdAt', sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]
const filters = filtersOf(dict.sub, ['name', 'state'])
const calls = { list: api.sub, get: api.view, add: api.saveNode, edit: api.edit, dels: removeEach }
const { key, name, value, state, sort, parentId } = dict.saveNode.input.shape
const shape = { parentId, key, name, value, state, sort }
const fields = ['name', 'key', 'value', 'state', 'sort'] as const
const hints = {
  key: '系统和其他程序按代码认条目，用过后不要改',
  value: '需要时填写，例如网址或编号',
  state: '停用后不再供选择，已用到的内容不受影响',
  sort: '数字小的在前，不填排在最后',
}
const address = ['dict'] as const
const steps = [
  [-1, '上移'],
  [1, '下移'],
] as const

/** Puts an entry one step further among all of its dictionary. */
function useSteps(group: Group) {
  const say = useSay()
  const stale = useStale()
  const { run } = useAction(
    async ({ row, step }: { row: Entry; step: 1 | -1 }, options?: Parameters<typeof api.arrange>[1]) => {
      const { entries } = await api.viewGroup({ val: group.dictKey ?? '' })
      const ids = entries.map(({ id }) => id)
      const at = ids.indexOf(row.id)
      const to = at + step
      if (at < 0 || to < 0 || to >= ids.length) return to < 0 ? 'first' : 'last'
      ids.splice(to, 0, ...ids.splice(at, 1))
      await api.arrange({ parentId: group.id, dictIds: ids }, options)
      return 'moved'
    },
  )
  return async (row: Entry, step: 1 | -1) => {
    const done = await run({ row, step })
    if (done === 'moved') say.success(notices.saved)
    else if (done) say.warning(done === 'first' ? '已经在最前' : '已经在最后')
    await stale('dict')
  }
}

/** The entries of a dictionary. */
export function Entries({ group }: { group: Group }) {
  const move = useSteps(group)
  const shipped = group.shipped === 1
  const { can } = useRights()
  const [merging, setMerging] = useState<Entry | null>(null)
  const merge = (row: Entry) => (
    <button key="merge" type="button" onClick={() => setMerging(row)} aria-label={`并入「${row.name}」`}>
      并入……
    </button>
  )
  return (
    <>
      <RowScreen
        key={group.id}
        name="条目"
        area="dict"
        call="dict.sub"
        calls={calls}
        row={entryRow}
        rights={{ add: shipped ? null : rights.add, edit: rights.edit, dels: rights.remove }}
        within={{ of: { parentId: group.id }, address }}
        titleOf={(row) => row.name}
        removable={(row) => row.shipped !== 1}
        columns={columns}
        filters={filters}
        shape={shape}
        fields={fields}
        hints={hints}
        fresh={{ state: 1 }}
        live={null}
        empty={shipped ? undefined : '这个字典还没有条目。'}
        acts={(row) => [
          ...(Number(group.entryCount ?? 0) > arrangeMax ? [] : steps).map(([step, label]) => (
            <button
              key={label}
              type="button"
              onClick={() => void move(row, step)}
              aria-label={`${label}「${row.name}」`}
            >
              {label}
            </button>
          )),
          ...(can('dict_edit') && row.shipped !== 1 ? [merge(row)] : []),
        ]}
      />
      {merging && <MergeEntry row={merging} group={group} close={() => setMerging(null)} />}
    </>
  )
}
