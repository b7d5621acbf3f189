import { useMemo } from 'react'
import { Link } from 'react-router'
import { periodical } from '../../../core/contract/periodical.ts'
import { sortTypes } from '../../../core/domain/periodical-states.ts'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { refusalOf } from '../../data/client.ts'
import { isOnline, mayChange, mayGather } from '../../parts/published/ActivityRecord.tsx'
import type { TreeKind } from '../../parts/tree/nodes.ts'
import type { TreeProps } from '../../parts/tree/props.ts'
import { TreeRowForm } from '../../parts/tree/TreeRowForm.tsx'
import { TreeScreen } from '../../parts/tree/TreeScreen.tsx'
import { api, type Issue, type Page, allPages as pageSize, places } from './calls.ts'

type Node = Page & { readonly children: readonly Node[] }

const kind: TreeKind<Node> = {
  says: '版面',
  idOf: ({ id }) => id,
  parentOf: () => '',
  nameOf: ({ title }) => title,
  flat: true,
}
const nodesOf = (list: readonly Page[]): readonly Node[] => list.map((one) => ({ ...one, children: [] }))

const { title, sortType } = periodical.pageSaveOrUpdate.input.shape
const shape = { title, sortType }
const hints = { sortType: '横排的版面，各篇在宽的屏幕上并排' }
const callsOf = (periodicalId: string): TreeProps<Node>['calls'] => ({
  area: 'periodical',
  tree: 'periodical.pageList',
  read: async (_, options) => nodesOf((await api.pageList({ periodicalId, pageSize }, options)).list),
  arrange: async ({ ids }, options) => nodesOf(await api.pageArrange({ periodicalId, pageIds: ids }, options)),
  remove: async (id, options) => (await api.pageDels({ ids: [id] }, options)).failed[0]?.errorMsg ?? null,
  refusal: (id) => refusalOf(periodical.pageDels, { ids: [id] }),
})

/** The pages of an issue: their order by drag and keys, one of them on the right, with the way to what stands on it. */
export function Pages({ issue }: { issue: Issue }) {
  const { can } = useRights()
  const of = useMemo(() => ({ id: issue.id }), [issue.id])
  const calls = useMemo(() => callsOf(issue.id), [issue.id])
  const right = mayChange(issue, 'periodical', can) ? 'periodical_edit' : null
  const gather = mayGather(issue, 'periodical', can) ? 'periodical_edit' : null
  const rowCalls = {
    get: api.pageGet,
    add: (input: object, options?: Parameters<typeof api.pageSaveOrUpdate>[1]) =>
      api.pageSaveOrUpdate({ ...input, periodicalId: issue.id }, options),
    edit: api.pageEdit,
  }
  return (
    <TreeScreen<Node>
      kind={kind}
      calls={calls}
      of={of}
      rights={{ add: right, change: right, remove: gather }}
      notes={({ articleCount, sortType }) =>
        [`${articleCount ?? 0} 篇`, Number(sortType) === 1 && sortTypes[1]].filter(Boolean)
      }
      goes={({ articleCount }) =>
        articleCount ? { says: `及其中的 ${articleCount} 篇（选用的文章仍在网站上）`, count: articleCount } : null
      }
      facts={({ id }) => <Link to={places.page(issue.id, id)}>打开版面的内容</Link>}
      form={({ row, ...rest }) => (
        <TreeRowForm<Partial<Page>, Node, Page>
          form={rest}
          row={row}
          area="periodical"
          drafts={`periodical/${issue.id}/page`}
          calls={rowCalls as never}
          shape={shape as never}
          fields={['title', 'sortType']}
          hints={hints}
          needs={['title']}
          fresh={{ sortType: 2 }}
          live={() => (isOnline(issue) ? notices.live : '')}
        />
      )}
    />
  )
}
