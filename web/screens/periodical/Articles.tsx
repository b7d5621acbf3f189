import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Output } from '../../../core/contract/endpoint.ts'
import { periodical } from '../../../core/contract/periodical.ts'
import { newsTypes } from '../../../core/domain/enums.ts'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { refusalOf } from '../../data/client.ts'
import { isOnline, mayChange, mayGather } from '../../parts/published/ActivityRecord.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import type { TreeKind } from '../../parts/tree/nodes.ts'
import type { TreeForm, TreeProps } from '../../parts/tree/props.ts'
import { TreeRowForm } from '../../parts/tree/TreeRowForm.tsx'
import { TreeScreen } from '../../parts/tree/TreeScreen.tsx'
import { type Article, api, type Issue, type Page, allPages as pageSize, places } from './calls.ts'

type Brief = Output<typeof periodical.articleGetlist>[number]
type Node = Brief & { readonly children: readonly Node[] }

const kind: TreeKind<Node> = {
  says: '篇目',
  idOf: ({ id }) => id,
  parentOf: () => '',
  nameOf: ({ title }) => title,
  flat: true,
}
const nodesOf = (list: readonly Brief[]): readonly Node[] => list.map((one) => ({ ...one, children: [] }))

const { title, author, newsType, categoryType, jumpUrl, cover, content } = periodical.articleSaveOrUpdate.input.shape
const { layoutId } = periodical.articleEdit.input.shape
const shape = { title, author, newsType, categoryType, jumpUrl, cover, content, layoutId }
const written = ['title', 'author', 'newsType', 'categoryType', 'jumpUrl', 'cover', 'content'] as const
const ofArticle = ['author', 'layoutId'] as const
const hints = {
  newsType: '决定版面上这一篇旁边显示几张图片；不够的从正文中取',
  jumpUrl: '内容类型为链接时填写',
  layoutId: '移到同一期的另一个版面，排在末尾',
}

const callsOf = (periodicalId: string, layoutId: string): TreeProps<Node>['calls'] => ({
  area: 'periodical',
  tree: 'periodical.articleGetlist',
  read: async (_, options) => nodesOf(await api.articleGetlist({ layoutId }, options)),
  arrange: async ({ ids }, options) => nodesOf(await api.arrange({ periodicalId, layoutId, contentIds: ids }, options)),
  remove: async (id, options) => (await api.articleDels({ ids: [id] }, options)).failed[0]?.errorMsg ?? null,
  refusal: (id) => refusalOf(periodical.articleDels, { ids: [id] }),
})

interface Props {
  readonly issue: Issue
  readonly page: Page
}

/** The form of one article: what the list does not hold of it is read first. */
function ArticleForm({ form, issue, page }: Props & { form: TreeForm<Node> }) {
  const { row: node, ...rest } = form
  const input = { id: node?.id ?? '' }
  const given = { enabled: node !== undefined }
  const { data, error, refetch } = useCall('periodical.articleGet', api.articleGet, input, given)
  const rowCalls = {
    get: api.articleGet,
    add: (input: object, options?: Parameters<typeof api.articleSaveOrUpdate>[1]) =>
      api.articleSaveOrUpdate({ ...input, layoutId: page.id }, options),
    edit: api.articleEdit,
  }
  const pages = useCall('periodical.pageList', api.pageList, { periodicalId: issue.id, pageSize }, given)
  const may = useCallback((id: string) => pages.data?.list.some((one) => one.id === id) ?? false, [pages.data])
  if (node && error && !data) return <ErrorState error={error} retry={refetch} />
  if (node && !data) return <Loading />
  const fields = data?.articleId ? ofArticle : data ? ([...written, 'layoutId'] as const) : written
  return (
    <TreeRowForm<Partial<Article>, Node, Article>
      form={rest}
      row={data}
      area="periodical"
      drafts={`periodical/${issue.id}/article`}
      calls={rowCalls as never}
      shape={shape as never}
      fields={fields}
      hints={data?.articleId ? { ...hints, author: '不填则显示文章的来源' } : hints}
      needs={data?.articleId ? [] : ['title']}
      fresh={{ newsType: 0, categoryType: 'CONTENT' }}
      may={{ layoutId: may }}
      live={() => (isOnline(issue) ? notices.live : '')}
    />
  )
}

/** What stands on a page: its order by drag and keys, one on the right. */
export function Articles({ issue, page }: Props) {
  const navigate = useNavigate()
  const { can } = useRights()
  const of = useMemo(() => ({ id: page.id }), [page.id])
  const calls = useMemo(() => callsOf(issue.id, page.id), [issue.id, page.id])
  const right = mayChange(issue, 'periodical', can) ? 'periodical_edit' : null
  const gather = mayGather(issue, 'periodical', can) ? 'periodical_edit' : null
  return (
    <TreeScreen<Node>
      kind={kind}
      calls={calls}
      of={of}
      rights={{ add: right, change: right, remove: gather }}
      beside={gather && <Button onClick={() => navigate(places.choose(issue.id, page.id))}>选用网站文章</Button>}
      notes={({ newsType, hidden }) => [newsType ? newsTypes[newsType as 0] : '', hidden && '未显示'].filter(Boolean)}
      facts={({ hidden, articleId }) => (
        <>
          {hidden && <span className="status bad">{hidden}</span>}
          {articleId && can('article_list') && <Link to={`/main/article/essay/${articleId}`}>打开文章</Link>}
        </>
      )}
      form={(form) => <ArticleForm form={form} issue={issue} page={page} />}
    />
  )
}
