import { Button } from 'antd'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Output } from '../../../core/contract/endpoint.ts'
import { special } from '../../../core/contract/special.ts'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { refusalOf } from '../../data/client.ts'
import { isOnline, mayGather } from '../../parts/published/ActivityRecord.tsx'
import type { TreeKind } from '../../parts/tree/nodes.ts'
import type { TreeProps } from '../../parts/tree/props.ts'
import { TreeRowForm } from '../../parts/tree/TreeRowForm.tsx'
import { TreeScreen } from '../../parts/tree/TreeScreen.tsx'
import { api, places, type Topic } from './calls.ts'

type Relation = Output<typeof special.relationList>[number]
type Node = Relation & { readonly children: readonly Node[] }

const kind: TreeKind<Node> = {
  says: '文章',
  idOf: ({ id }) => id,
  parentOf: () => '',
  nameOf: ({ title }) => title,
  flat: true,
}
const nodesOf = (list: readonly Relation[]): readonly Node[] => list.map((one) => ({ ...one, children: [] }))
const shape = { section: special.relationEdit.input.shape.section }
const hints = { section: '专题的网页按栏目分段；相同的写法一致，并排在一起' }

const callsOf = (specialId: string): TreeProps<Node>['calls'] => ({
  area: 'special',
  tree: 'special.relationList',
  read: async (_, options) => nodesOf(await api.relationList({ id: specialId }, options)),
  arrange: async ({ ids }, options) => nodesOf(await api.arrange({ specialId, relationIds: ids }, options)),
  remove: async (id, options) => (await api.relationDel({ ids: [id] }, options)).failed[0]?.errorMsg ?? null,
  refusal: (id) => refusalOf(special.relationDel, { ids: [id] }),
})

/** The articles of a topic: their order by drag and keys, one of them on the right. */
export function Relations({ topic }: { topic: Topic }) {
  const navigate = useNavigate()
  const { can } = useRights()
  const of = useMemo(() => ({ id: topic.id }), [topic.id])
  const calls = useMemo(() => callsOf(topic.id), [topic.id])
  const may = mayGather(topic, 'special', can)
  const right = may ? 'special_edit' : null
  const rowCalls = {
    get: async ({ id }: { id: string }) => (await api.relationList({ id: topic.id })).find((one) => one.id === id),
    edit: api.relationEdit,
  }
  return (
    <TreeScreen<Node>
      kind={kind}
      calls={calls}
      of={of}
      rights={{ add: null, change: right, remove: right }}
      beside={may && <Button onClick={() => navigate(places.choose(topic.id))}>选用网站文章</Button>}
      notes={({ section, hidden }) => [section, hidden && '未显示'].filter(Boolean)}
      facts={({ hidden, articleId }) => (
        <>
          {hidden && <span className="status bad">{hidden}</span>}
          {articleId && can('article_list') && <Link to={`/main/article/essay/${articleId}`}>打开文章</Link>}
        </>
      )}
      form={({ row, ...rest }) => (
        <TreeRowForm<Partial<Relation>, Node, Relation>
          form={rest}
          row={row}
          area="special"
          drafts={`special/${topic.id}/article`}
          calls={rowCalls as never}
          shape={shape as never}
          fields={['section']}
          hints={hints}
          fresh={{}}
          live={() => (isOnline(topic) ? notices.live : '')}
        />
      )}
    />
  )
}
