import { Link } from 'react-router'
import { dict } from '../../../core/contract/dict.ts'
import { dictStates } from '../../../core/domain/enums.ts'
import { useCall } from '../../data/calls.ts'
import { refusalOf } from '../../data/client.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import type { TreeKind } from '../../parts/tree/nodes.ts'
import type { TreeForm, TreeProps } from '../../parts/tree/props.ts'
import { TreeRowForm } from '../../parts/tree/TreeRowForm.tsx'
import { TreeScreen } from '../../parts/tree/TreeScreen.tsx'
import { api, entriesAt, type Group, type Row, rights } from './calls.ts'
import { Entries } from './Entries.tsx'

const kind: TreeKind<Group> = {
  says: '数据字典',
  idOf: (node) => node.id,
  parentOf: (node) => node.parentId,
  nameOf: (node) => node.name,
  flat: true,
}
const calls: TreeProps<Group>['calls'] = {
  area: 'dict',
  tree: 'dict.groups',
  read: (_, options) => api.groups({}, options),
  arrange: ({ ids }, options) => api.arrange({ dictIds: ids }, options),
  remove: async (id, options) => {
    await api.del({ id }, options)
    return null
  },
  refusal: (id) => refusalOf(dict.del, { id }),
}
const rowCalls = { get: api.view, add: api.save, edit: api.edit }
const { name, dictKey, state } = dict.save.input.shape
const shape = { name, dictKey, state }
const fields = ['name', 'dictKey', 'state'] as const
const hints = {
  dictKey: '系统和其他程序按代码取这个字典，用过后不要改',
  state: '停用后，用到这个字典的地方不再供选择其中的条目',
}

/** The form of a dictionary: what the tree does not hold of it is read first. */
function GroupForm({ form }: { form: TreeForm<Group> }) {
  const { row: node, ...rest } = form
  const { data, error, refetch } = useCall(
    'dict.view',
    api.view,
    { id: node?.id ?? '' },
    { enabled: node !== undefined },
  )
  if (node && error && !data) return <ErrorState error={error} retry={refetch} />
  if (node && !data) return <Loading />
  return (
    <TreeRowForm<Partial<Row>, Group, Row>
      form={rest}
      row={data}
      area="dict"
      calls={rowCalls}
      shape={shape as never}
      fields={fields}
      hints={hints}
      fresh={{ state: 1 }}
      live={null}
      doubts={({ dictKey }, was) =>
        was && dictKey
          ? [`字典代码由「${was.dictKey}」改为「${dictKey}」后，按原代码取这个字典的程序取不到它。是否继续？`]
          : []
      }
    />
  )
}

/** Dictionaries in their order; one of them with its entries. */
export default function DictScreen() {
  return (
    <TreeScreen<Group>
      kind={kind}
      calls={calls}
      rights={{ add: rights.add, change: rights.edit, remove: rights.remove }}
      notes={(node) => [String(node.entryCount ?? 0), node.state === 0 ? dictStates[0] : ''].filter(Boolean)}
      facts={(node) => (
        <>
          {node.shipped === 1 && <span className="muted">系统内置，可以改名和停用</span>}
          <Link to={entriesAt(node.id)}>单独查看条目</Link>
        </>
      )}
      goes={({ entryCount }) => (entryCount ? { says: `及其 ${entryCount} 个条目`, count: Number(entryCount) } : null)}
      stays={({ shipped }) => shipped === 1}
      form={(form) => <GroupForm form={form} />}
      below={(node) => <Entries group={node} />}
    />
  )
}
