import { Button } from 'antd'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { bulletin } from '../../../core/contract/bulletin.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { refusalOf } from '../../data/client.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import type { TreeKind } from '../../parts/tree/nodes.ts'
import type { TreeForm, TreeProps } from '../../parts/tree/props.ts'
import { TreeRowForm } from '../../parts/tree/TreeRowForm.tsx'
import { TreeScreen } from '../../parts/tree/TreeScreen.tsx'
import { api, type Content, type Issue, isOnline, places } from './calls.ts'

type Brief = Output<typeof bulletin.articleBulletinList>[number]
type Node = Brief & { readonly children: readonly Node[] }

const kind: TreeKind<Node> = {
  says: '篇目',
  idOf: ({ id }) => id,
  parentOf: () => '',
  nameOf: ({ title }) => title,
  flat: true,
}
const nodesOf = (list: readonly Brief[]): readonly Node[] => list.map((one) => ({ ...one, children: [] }))

const { title, section, docNumber, content } = bulletin.addOrUpdateArticleBulletin.input.shape
const shape = { title, section, docNumber, content }
const ownFields = ['title', 'section', 'docNumber', 'content'] as const
const articleFields = ['section', 'docNumber'] as const
const hints = { section: '目录按栏目分段；相同的写法一致，并排在一起' }

const callsOf = (bulletinId: string): TreeProps<Node>['calls'] => ({
  area: 'bulletin',
  tree: 'bulletin.articleBulletinList',
  read: async (_, options) => nodesOf(await api.articleBulletinList({ id: bulletinId }, options)),
  arrange: async ({ ids }, options) => nodesOf(await api.arrange({ bulletinId, contentIds: ids }, options)),
  remove: async (id, options) => {
    const { failed } = await api.delsArticleBulletin({ ids: [id] }, options)
    return failed[0]?.errorMsg ?? null
  },
  refusal: (id) => refusalOf(bulletin.delsArticleBulletin, { ids: [id] }),
})

/** The form of one of the contents: what the list does not hold of it is read first. */
function ContentForm({ form, issue }: { form: TreeForm<Node>; issue: Issue }) {
  const { row: node, ...rest } = form
  const { data, error, refetch } = useCall(
    'bulletin.getArticleBulletin',
    api.getArticleBulletin,
    { id: node?.id ?? '' },
    { enabled: node !== undefined },
  )
  const rowCalls = {
    get: api.getArticleBulletin,
    add: (input: object, options?: Parameters<typeof api.addOrUpdateArticleBulletin>[1]) =>
      api.addOrUpdateArticleBulletin({ ...input, bulletinId: issue.id }, options),
    edit: api.editContent,
  }
  if (node && error && !data) return <ErrorState error={error} retry={refetch} />
  if (node && !data) return <Loading />
  const ofArticle = !!data?.articleId
  return (
    <TreeRowForm<Partial<Content>, Node, Content>
      form={rest}
      row={data}
      area="bulletin"
      drafts={`bulletin/${issue.id}/content`}
      calls={rowCalls as never}
      shape={shape as never}
      fields={ofArticle ? articleFields : ownFields}
      hints={hints}
      needs={ofArticle ? [] : ['title', 'content']}
      fresh={{}}
      live={() => (isOnline(issue) ? notices.live : '')}
    />
  )
}

/** What stands in an issue: its order by drag and keys, one of them on the right. */
export function Contents({ issue }: { issue: Issue }) {
  const navigate = useNavigate()
  const { can } = useRights()
  const of = useMemo(() => ({ id: issue.id }), [issue.id])
  const calls = useMemo(() => callsOf(issue.id), [issue.id])
  // what is published is corrected by who may publish, beside the right to edit
  const right = isOnline(issue) && can('bulletin_edit') ? 'bulletin_publish' : 'bulletin_edit'
  return (
    <TreeScreen<Node>
      kind={kind}
      calls={calls}
      of={of}
      rights={{ add: right, change: right, remove: right }}
      beside={can(right) && <Button onClick={() => navigate(places.choose(issue.id))}>选用网站文章</Button>}
      notes={({ section, hidden }) => [section, hidden && '未显示'].filter(Boolean)}
      facts={({ hidden, articleId }) => (
        <>
          {hidden && <span className="status bad">{hidden}</span>}
          {articleId && can('article_list') && <Link to={`/main/article/essay/${articleId}`}>打开文章</Link>}
        </>
      )}
      form={(form) => <ContentForm form={form} issue={issue} />}
    />
  )
}
