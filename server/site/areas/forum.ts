import { formatDate } from '../../../core/domain/time.ts'
import { boardOf, boards, onSite, openBoards, topicsOn } from '../../areas/forum/seen.ts'
import type { Reader } from '../../db/open.ts'
import type { AreaFile, AreaSite, AreaTools } from '../area-site.ts'
import { excerpt } from '../content.ts'
import { choicesFor, type WriteForm, writeFile, writeView } from '../visitor-form.ts'
import { type Lines, listName, listView, loadLines, pageName, pagesFor } from './lists.ts'

/** Pages are known by one number: topics by their own, the others below zero. */
const indexFile: AreaFile = { name: listName(1), id: -1 }
const pagesMost = 10_000
const boardName = (id: number, page: number) => (page === 1 ? `plate_${id}.html` : `plate_${id}_${page}.html`)
const boardFile = (id: number, page: number): AreaFile => ({ name: boardName(id, page), id: -id * pagesMost - page })
const replyName = (id: number) => `reply_${id}.html`
/** Beyond any board's pages. */
const replyFrom = -1e14
const replyFile = (id: number): AreaFile => ({ name: replyName(id), id: replyFrom - id })

interface Line {
  readonly id: number
  readonly title: string | null
  readonly createdAt: number
}
interface Boards {
  readonly boards: readonly {
    readonly id: number
    readonly title: string
    readonly intro: string | null
    readonly topics: number
  }[]
  /** Whether one may post somewhere. */
  readonly open: boolean
}
interface Board {
  readonly board: { readonly id: number; readonly title: string; readonly intro: string | null; readonly open: boolean }
  readonly lines: Lines<Line>
}
interface Post {
  readonly id: number
  readonly type: number
  readonly parentId: number | null
  readonly title: string | null
  readonly shownName: string | null
  readonly official: number
  readonly createdAt: number
  readonly content: string | null
}
interface Topic {
  readonly topic: Post
  readonly board: Board['board']
  readonly posts: readonly Post[]
}
interface Reply extends WriteForm {
  readonly topic: Line
}

const title = '网上论坛'
const home = (tools: AreaTools) => ({ title, url: tools.url(listName(1)) })
const above = (tools: AreaTools, board?: Board['board']) => [
  home(tools),
  ...(board ? [{ title: board.title, url: tools.url(boardName(board.id, 1)) }] : []),
]
const lineColumns = ['forum.id', 'forum.openTitle as title', 'forum.createdAt'] as const
const postColumns = [...lineColumns, 'forum.type', 'forum.parentId', 'forum.shownName', 'forum.official'] as const
const paragraphs = (text: string | null) => (text ?? '').split(/\n+/).filter((line) => line.trim() !== '')

const boardShown = (board: NonNullable<Awaited<ReturnType<typeof boardOf>>>): Board['board'] => ({
  ...{ id: board.id, title: board.title, intro: board.intro, open: board.status === 1 },
})

async function loadIndex({ read }: Reader): Promise<Boards> {
  const found = await boards(read).select(['id', 'title', 'intro']).execute()
  const counted = await onSite(read)
    .where('forum.type', '=', 0)
    .groupBy('forum.plateId')
    .select((eb) => ['forum.plateId', eb.fn.countAll<number>().as('n')])
    .execute()
  const topics = new Map(counted.map(({ plateId, n }) => [plateId, Number(n)]))
  const open = await openBoards(read).select('id').limit(1).executeTakeFirst()
  return { boards: found.map((one) => ({ ...one, topics: topics.get(one.id) ?? 0 })), open: open !== undefined }
}

async function loadBoard({ read }: Reader, id: number, page: number): Promise<Board | null> {
  const board = await boardOf(read, id)
  if (!board) return null
  const topics = topicsOn(read, id).select(lineColumns).orderBy('forum.createdAt', 'desc').orderBy('forum.id', 'desc')
  return { board: boardShown(board), lines: (await loadLines(topics as never, page)) as Lines<Line> }
}

async function loadTopic({ read }: Reader, id: number): Promise<Topic | null> {
  const found = onSite(read).select([...postColumns, 'forum.plateId', 'forum.openContent as content'])
  const one = await found.where('forum.id', '=', id).where('forum.type', '=', 0).executeTakeFirst()
  const board = one && (await boardOf(read, one.plateId))
  if (!one || !board) return null
  const { plateId: _, ...topic } = one
  const posts = await onSite(read)
    .select([...postColumns, 'forum.openContent as content'])
    .where('forum.topicId', '=', id)
    .orderBy('forum.id')
    .execute()
  return { topic, board: boardShown(board), posts }
}

async function loadReply(db: Reader, id: number): Promise<Reply | null> {
  const found = await loadTopic(db, id)
  if (!found?.board.open) return null
  const { title, createdAt } = found.topic
  return { form: 'forumComment', given: { parentId: String(id) }, topic: { id, title, createdAt } }
}

const said = ({ shownName, official, createdAt, content, id }: Post) => ({
  ...{
    id,
    name: shownName ?? '匿名',
    official: official === 1,
    date: formatDate(createdAt),
    content: paragraphs(content),
  },
})

const indexOf = ({ boards: some, open }: Boards, tools: AreaTools) => ({
  template: 'forum-index',
  title,
  description: '群众发帖、跟帖，各版块的话题',
  scope: {
    write: open ? tools.url(writeFile.name) : null,
    boards: some.map((one) => ({ ...one, url: tools.url(boardName(one.id, 1)) })),
  },
})

function boardOn({ board, lines }: Board, tools: AreaTools) {
  const words = {
    heading: board.title,
    description: board.intro ?? board.title,
    none: '暂无话题',
    ...(board.open && { form: { title: '我要发帖', url: tools.url(writeFile.name) } }),
  }
  const items = lines.items.map((one) => ({
    ...{ title: one.title ?? '', url: tools.url(pageName(one.id)), date: formatDate(one.createdAt) },
  }))
  const view = listView(words, { ...lines, items }, tools)
  const at = (n: number) => (n >= 1 && n <= lines.count ? tools.url(boardName(board.id, n)) : null)
  const pager = { number: lines.number, count: lines.count, previous: at(lines.number - 1), next: at(lines.number + 1) }
  return { ...view, scope: { ...view.scope, pager }, above: above(tools) }
}

function topicOn({ topic, board, posts }: Topic, tools: AreaTools) {
  const replies = belowComments(posts)
  return {
    template: 'forum-topic',
    title: topic.title ?? '',
    description: excerpt((topic.content ?? '').slice(0, 600), 120) || (topic.title ?? ''),
    scope: {
      topic: { ...said(topic), title: topic.title, list: tools.url(boardName(board.id, 1)), board: board.title },
      posts: posts
        .filter(({ type }) => type === 1)
        .map((one) => ({ ...said(one), replies: (replies.get(one.id) ?? []).map(said) })),
      count: posts.length,
      reply: board.open ? tools.url(replyName(topic.id)) : null,
    },
    above: above(tools, board),
  }
}

/** By the comments all that answers them, also what answers a reply to one, in the order in which it was written. */
function belowComments(posts: readonly Post[]): ReadonlyMap<number, readonly Post[]> {
  /** The comment below which a post stands. */
  const commentOf = new Map<number, number>()
  const found = new Map<number, Post[]>()
  for (const one of posts) {
    const comment = one.type === 1 ? one.id : commentOf.get(one.parentId ?? 0)
    if (comment === undefined) continue
    commentOf.set(one.id, comment)
    if (one.type === 1) found.set(one.id, [])
    else found.get(comment)?.push(one)
  }
  return found
}

function formOf(form: WriteForm | Reply, tools: AreaTools) {
  const back = 'topic' in form ? { title: '打开原帖', url: tools.url(pageName(form.topic.id)) } : home(tools)
  const view = writeView(form, tools, [back])
  return { ...view, ...('topic' in form && { title: `跟帖：${form.topic.title ?? ''}` }), above: above(tools) }
}

/** Boards on the site: their topics, and what was said under them, as far as it has passed. */
export const forum: AreaSite = {
  title,
  folder: 'public_forum',
  async pages(db) {
    const topics = await onSite(db.read)
      .where('forum.type', '=', 0)
      .select([...lineColumns, 'forum.plateId'])
      .execute()
    const on = Map.groupBy(topics, ({ plateId }) => plateId)
    const found = await boards(db.read).select(['id', 'title', 'status', 'updatedAt']).execute()
    const open = new Set(found.flatMap(({ id, status }) => (status === 1 ? [id] : [])))
    const lists = found.flatMap(({ id, title, updatedAt }) =>
      Array.from({ length: pagesFor(on.get(id)?.length ?? 0) }, (_, i) => ({
        ...boardFile(id, i + 1),
        ...(i === 0 && { listed: { title, at: updatedAt } }),
      })),
    )
    const ones = topics.map(({ id, title, createdAt }) => ({
      ...{ name: pageName(id), id, listed: { title: title ?? '', at: createdAt } },
    }))
    const replies = topics.flatMap(({ id, plateId }) => (open.has(plateId) ? [replyFile(id)] : []))
    return [indexFile, ...(open.size > 0 ? [writeFile] : []), ...lists, ...ones, ...replies]
  },
  async load(db, { id }) {
    if (id === writeFile.id) return { form: 'forum', choices: await choicesFor(db, 'forum') } satisfies WriteForm
    if (id === indexFile.id) return loadIndex(db)
    if (id <= replyFrom) return loadReply(db, replyFrom - id)
    return id < 0 ? loadBoard(db, Math.floor(-id / pagesMost), -id % pagesMost) : loadTopic(db, id)
  },
  async front({ read }, _at, tools) {
    const open = await openBoards(read).select('id').limit(1).executeTakeFirst()
    return { open: open !== undefined, url: tools.url(indexFile.name) }
  },
  view(shown: Boards | Board | Topic | Reply | WriteForm, tools) {
    if ('form' in shown) return formOf(shown, tools)
    if ('boards' in shown) return indexOf(shown, tools)
    return 'lines' in shown ? boardOn(shown, tools) : topicOn(shown, tools)
  },
}
