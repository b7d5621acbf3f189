import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { foundRow } from '../../../core/contract/article/search.ts'
import type { article } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { newsStatus } from '../../../core/domain/enums.ts'
import { validityStates } from '../../../core/domain/validity.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { BulkAction, Column } from '../../parts/list/types.ts'
import { Marked } from '../../parts/Marked.tsx'
import { api, places } from './calls.ts'
import { FullStatus, HeldMark } from './Status.tsx'
import './content-search.css'

const PreviewDrawer = lazyPart(() => import('./PreviewDrawer.tsx'))

type Found = Output<typeof article.contentSearch>['list'][number]

const newestFirst = [{ field: 'publishTime', order: 'desc' }] as const
const columns: readonly Column<Found>[] = [
  {
    field: 'title',
    width: 380,
    show: (row) => (
      <>
        <HeldMark value={row.validity} />
        <Link to={places.edit(row.articleId)} title={row.title}>
          <Marked html={row.titleMarked} />
        </Link>
        {row.extract && (
          <small className="found-text">
            <Marked html={row.extract} />
          </small>
        )}
      </>
    ),
  },
  { field: 'columnName', width: 110 },
  { field: 'status', width: 110, leads: true, show: (row) => <FullStatus row={row} /> },
  { field: 'deptName', width: 110 },
  { field: 'publishTime', sort: true, show: (row) => shortTime(row.publishTime) },
  // of what is not on the site nothing can be told
  { field: 'unfound', width: 100, text: (row) => (Number(row.status) === 2 ? null : '') },
  { field: 'createdByName', width: 90, hidden: true },
  { field: 'source', hidden: true },
  { field: 'hits', width: 80, sort: true, hidden: true },
  { field: 'articleId', width: 80, hidden: true },
]

const idsOf = (items: readonly { readonly id: string }[]) => ({ ids: items.map(({ id }) => id) })
const bulk: readonly BulkAction<Found>[] = [
  {
    label: '移出网站检索',
    right: 'article_manualDeleteEs',
    public: true,
    fits: ({ unfound }) => Number(unfound) === 0,
    follows: () => '网站的检索随即不再找到，文章和网页不变',
    done: '已移出网站检索',
    does: (items, options) => api.manualDeleteEs(idsOf(items), options),
  },
  {
    label: '编入网站检索',
    right: 'article_manualSaveEs',
    public: true,
    fits: ({ unfound }) => Number(unfound) === 1,
    follows: () => '已发布的随即能在网站上检索到',
    done: '已编入网站检索',
    does: (items, options) => api.manualSaveEs(idsOf(items), options),
  },
]

/** Search in what articles say, in every state, as far as one may see them. */
export default function ContentSearchScreen() {
  const navigate = useNavigate()
  const [seen, setSeen] = useState<Found | null>(null)
  return (
    <>
      <ListScreen
        name="检索结果"
        seeks
        call="article.contentSearch"
        from={api.contentSearch}
        row={foundRow}
        idField="articleId"
        order={newestFirst}
        titleOf={(row) => row.title}
        columns={columns}
        filters={[
          { kind: 'text', field: 'keyword', label: '标题或正文，几个词用空格隔开' },
          { kind: 'reference', of: 'column', field: 'columnId', label: '栏目' },
          { kind: 'reference', of: 'dept', field: 'deptId', label: '部门' },
          { kind: 'choice', field: 'status', label: '状态', words: newsStatus },
          { kind: 'dates', field: 'startTime', end: 'endTime', label: '发布时间' },
          { kind: 'text', field: 'source', label: '来源' },
          { kind: 'choice', field: 'validity', label: '效力', words: validityStates },
          { kind: 'choice', field: 'unfound', label: '网站检索', words: { 1: '已移出' } },
        ]}
        asInput={({ columnId, ...filters }) =>
          ({ ...filters, ...(columnId && { columnId, withChildren: true }) }) as never
        }
        bulk={bulk}
        onOpen={(row) => navigate(places.edit(row.articleId))}
        rowActions={(row) => (
          <span className="row-actions">
            <button type="button" onClick={() => setSeen(row)} aria-label={`预览《${row.title}》`}>
              预览
            </button>
            <Link to={places.history(row.articleId)} aria-label={`《${row.title}》的修订历史`}>
              历史
            </Link>
          </span>
        )}
      />
      {seen && <PreviewDrawer articleId={seen.articleId} title={seen.title} close={() => setSeen(null)} />}
    </>
  )
}
