import { columnTypes } from '../../../core/domain/enums.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { number } from '../../parts/list/cells.tsx'
import { MergeButton } from '../../parts/tree/MergeButton.tsx'
import { TreeScreen } from '../../parts/tree/TreeScreen.tsx'
import { ColumnForm } from './ColumnForm.tsx'
import { api, type ColumnNode, calls, column, kind } from './calls.ts'

const rights = { add: 'column_save', change: 'column_edit', remove: 'column_del' } as const

/** Column management. */
export default function ColumnScreen() {
  const { can } = useRights()
  // an extra: the tree is there without it
  const summary = useCall('column.summary', api.summary, {}, { enabled: can('column_list'), quiet: true })
  const known = new Map(summary.data?.map((one) => [one.columnId, one]))
  const knownOf = ({ columnId }: ColumnNode) => known.get(columnId)
  return (
    <TreeScreen<ColumnNode>
      kind={kind}
      calls={calls}
      rights={rights}
      notes={(node) => {
        const { articles } = knownOf(node) ?? {}
        return [
          articles === undefined ? '' : `${number(articles)} 篇`,
          node.inNav === 0 ? '· 不在导航' : '',
          node.columnType === 1 ? '' : columnTypes[node.columnType as 2],
        ].filter(Boolean)
      }}
      facts={(node) => {
        const one = knownOf(node)
        return (
          one && (
            <>
              <span className="muted">
                文章 {number(one.articles)} 篇，已发布 {number(one.published)} 篇
              </span>
              {one.url && (
                <a href={one.url} target="_blank" rel="noreferrer">
                  在网站上查看
                </a>
              )}
            </>
          )
        )
      }}
      acts={({ columnId: id, categoryTitle: name }) => (
        <MergeButton
          {...{
            area: 'column',
            of: 'column',
            e: column.merge,
            call: api.merge,
            right: 'column_merge',
            says: '栏目',
            id,
            name,
          }}
        />
      )}
      form={(form) => {
        const { url, frontPage } = (form.row && knownOf(form.row)) ?? {}
        return <ColumnForm {...form} url={url ?? undefined} frontPage={frontPage ?? undefined} />
      }}
    />
  )
}
