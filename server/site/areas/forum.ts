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

/** The pages of a topic behind its first one, with so many posts each. */
const postsOnPage = 100
const topicFrom = -1e15
const topicName = (id: number, page: number) => (page === 1 ? pageName(id) : `${id}_${page}.html`)
const topicFile = (id: number, page: number): AreaFile => ({
  name: topicName(id, page),
  id: page === 1 ? id : topicFrom - id * pagesMost - page,
})
const topicPages = (posts: number) => Math.min(Math.max(1, Math.ceil(posts / postsOnPage)), pagesMost - 1)

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
  /** Those of the page, each comment with what answers it. */
  readonly posts: readonly { readonly comment: Post; readonly replies: readonly Post[] }[]
  /** How many there are at all. */
  readonly total: number
  readonly page: number
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

/** A topic by itself, with its board. */
async function loadHead({ read }: Reader, id: number): Promise<Pick<Topic, 'topic' | 'board'> | null> {
  const found = onSite(read).select([...postColumns, 'forum.plateId', 'forum.openContent as content'])
  const one = await found.where('forum.id', '=', id).where('forum.type', '=', 0).executeTakeFirst()
  const board = one && (await boardOf(read, one.plateId))
  if (!one || !board) return null
  const { plateId: _, ...topic } = one
  return { topic, board: boardShown(board) }
}

/** The posts of a topic as its pages show them: each comment, and behind it what answers it. */
function inOrder(posts: readonly Pick<Post, 'id' | 'type' | 'parentId'>[]) {
  /** The comment below which a post stands. */
  const commentOf = new Map<number, number>()
  const below = new Map<number, number[]>()
  for (const { id, type, parentId } of posts) {
    const comment = type === 1 ? id : commentOf.get(parentId ?? 0)
    if (comment === undefined) continue
    commentOf.set(id, comment)
    if (type === 1) below.set(id, [id])
    else below.get(comment)?.push(id)
  }
  return [...below].flatMap(([comment, ids]) => ids.map((id) => ({ comment, id })))
}

async function loadTopic(db: Reader, id: number, page = 1): Promise<Topic | null> {
  const head = await loadHead(db, id)
  if (!head) return null
  const all = await onSite(db.read)
    .select(['forum.id', 'forum.type', 'forum.parentId'])
    .where('forum.topicId', '=', id)
    .orderBy('forum.id')
    .execute()
  if (page > topicPages(all.length)) return null
  const some = inOrder(all).slice((page - 1) * postsOnPage, page * postsOnPage)
  const ids = [...new Set(some.flatMap((one) => [one.comment, one.id]))]
  const rows =
    ids.length === 0
      ? []
      : await onSite(db.read)
          .select([...postColumns, 'forum.openContent as content'])
          .where('forum.id', 'in', ids)
          .execute()
  const byId = new Map<number, Post>(rows.map((row) => [row.id, row]))
  // a comment whose answers go on stands again on their page
  const posts = [...Map.groupBy(some, ({ comment }) => comment)].flatMap(([comment, own]) => {
    const first = byId.get(comment)
    const replies = own.flatMap((one) => (one.id === comment ? [] : (byId.get(one.id) ?? [])))
    return first ? [{ comment: first, replies }] : []
  })
  return { ...head, posts, total: all.length, page }
}

async function loadReply(db: Reader, id: number): Promise<Reply | null> {
  const found = await loadHead(db, id)
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

function topicOn({ topic, board, posts, total, page }: Topic, tools: AreaTools) {
  const title = topic.title ?? ''
  const count = topicPages(total)
  const at = (n: number) => (n >= 1 && n <= count ? tools.url(topicName(topic.id, n)) : null)
  return {
    template: 'forum-topic',
    title: page === 1 ? title : `${title}（第 ${page} 页）`,
    description: excerpt((topic.content ?? '').slice(0, 600), 120) || title,
    scope: {
      topic: { ...said(topic), title: topic.title, list: tools.url(boardName(board.id, 1)), board: board.title },
      posts: posts.map(({ comment, replies }) => ({ ...said(comment), replies: replies.map(said) })),
      first: page === 1,
      count: total,
      pager: { number: page, count, previous: at(page - 1), next: at(page + 1) },
      reply: board.open ? tools.url(replyName(topic.id)) : null,
    },
    above: above(tools, board),
  }
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
    const counted = await onSite(db.read)
      .where('forum.topicId', 'is not', null)
      .groupBy('forum.topicId')
      .select((eb) => ['forum.topicId', eb.fn.countAll<number>().as('n')])
      .execute()
    const posts = new Map(counted.map(({ topicId, n }) => [topicId, Number(n)]))
    const ones = topics.flatMap(({ id, title, createdAt }) =>
      Array.from({ length: topicPages(posts.get(id) ?? 0) }, (_, i) => ({
        ...topicFile(id, i + 1),
        ...(i === 0 && { listed: { title: title ?? '', at: createdAt } }),
      })),
    )
    const replies = topics.flatMap(({ id, plateId }) => (open.has(plateId) ? [replyFile(id)] : []))
    return [indexFile, ...(open.size > 0 ? [writeFile] : []), ...lists, ...ones, ...replies]
  },
  async load(db, { id }) {
    if (id === writeFile.id) return { form: 'forum', choices: await choicesFor(db, 'forum') } satisfies WriteForm
    if (id === indexFile.id) return loadIndex(db)
    if (id <= topicFrom) return loadTopic(db, Math.floor((topicFrom - id) / pagesMost), (topicFrom - id) % pagesMost)
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
