import { Link } from 'react-router'
import { article } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { useMe } from '../../data/me.ts'
import type { Column } from '../../parts/list/types.ts'
import { BinScreen } from '../../parts/states/BinScreen.tsx'
import { api, asArticles, deleteSays, places } from './calls.ts'
import { Status } from './Status.tsx'

const { shape } = article.recycleList.output
type Deleted = Output<typeof article.recycleList>['list'][number]

const columns: readonly Column<Deleted>[] = [
  { field: 'title', width: 360 },
  { field: 'columnName', width: 110 },
  { field: 'deletedByName', width: 90 },
  { field: 'deletedAt', sort: true },
  { field: 'status', width: 110, title: '删除前状态', show: (row) => <Status value={row.status} /> },
  { field: 'createdByName', width: 90, hidden: true },
  { field: 'articleId', width: 80, hidden: true },
]

/** Deleted articles: back, or gone for good. */
export default function RecycleScreen() {
  return (
    <BinScreen
      call="article.recycleList"
      from={api.recycleList}
      row={shape.list.element}
      idField="articleId"
      titleOf={(row) => row.title}
      columns={columns}
      filters={[{ kind: 'text', field: 'title', label: '标题' }]}
      rights={{ restore: 'article_delete', purge: 'article_recyclePurge' }}
      restore={(items, options) => api.recycleRestore(asArticles(items), options)}
      purge={(items, options) => api.recyclePurge(asArticles(items), options)}
      follows={deleteSays(useMe()?.userId)}
      main={<Link to={places.list}>返回文章管理</Link>}
    />
  )
}
