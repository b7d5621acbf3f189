import { sql } from 'kysely'
import { formatDate } from '../../../core/domain/time.ts'
import { boardOf, boardOpen, boards, onSite, openBoards } from '../../areas/forum/seen.ts'
import type { Reader } from '../../db/open.ts'
import type { AreaFile, AreaRows, AreaSite, AreaTools, RowPages } from '../area-site.ts'
import { beginning } from '../content.ts'
import { choicesFor, type WriteForm, writeFile, writeView } from '../visitor-form.ts'
import { listName, pageName } from './lists.ts'
import { type NumberedLines, numberedRows, numberedView } from './numbered.ts'

/** Pages are known by one number: topics by their own, the others below zero. */
const indexFile: AreaFile = { name: listName(1), id: -1 }
const replyName = (id: number) => `reply_${id}.html`
const replyFrom = -1e14
const replyFile = (id: number): AreaFile => ({ name: replyName(id), id: replyFrom - id })

const boardName = (id: number, page: number) => (page === 1 ? `plate_${id}.html` : `plate_${id}_${page}.html`)
const boardFrom = -1e12
const boardPages = 1_000_000
/** The lists of boards. */
const ordered = numberedRows('forum', {
  file: (board, page) => ({ name: boardName(board, page), id: boardFrom - board * boardPages - page }),
  of: ({ id }) => ({ list: Math.floor((boardFrom - id) / boardPages), page: (boardFrom - id) % boardPages }),
})
const boardFile = (id: number): AreaFile => ({
  name: boardName(id, 1),
  id: boardFrom - id * boardPages - 1,
})

/** The pages of a topic behind its first one, with so many posts each. */
const postsOnPage = 100
const topicPagesMost = 10_000
const topicFrom = -1e15
const topicName = (id: number, page: number) => (page === 1 ? pageName(id) : `${id}_${page}.html`)
const topicFile = (id: number, page: number): AreaFile => ({
  name: topicName(id, page),
  id: page === 1 ? id : topicFrom - id * topicPagesMost - page,
})
const topicPages = (posts: number) => Math.min(Math.max(1, Math.ceil(posts / postsOnPage)), topicPagesMost - 1)

interface Line {
  readonly id: number
  readonly title: string | null
  readonly publishedAt: number | null
}
interface Boards {
  readonly boards: readonly {
    readonly id: number
    readonly title: string
    readonly intro: string | null
    readonly topics: number
    readonly stopped: boolean
  }[]
  /** Whether one may post somewhere. */
  readonly open: boolean
}
interface Board {
  readonly board: { readonly id: number; readonly title: string; readonly intro: string | null; readonly open: boolean }
  readonly lines: NumberedLines<Line>
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
  readonly topic: Pick<Line, 'id' | 'title'>
}

const title = '网上论坛'
const stopped = '已停止发帖'
const home = (tools: AreaTools) => ({ title, url: tools.url(listName(1)) })
const above = (tools: AreaTools, board?: Board['board']) => [
  home(tools),
  ...(board ? [{ title: board.title, url: tools.url(boardName(board.id, 1)) }] : []),
]
const postColumns = [
  'forum.id',
  'forum.openTitle as title',
  'forum.createdAt',
  'forum.type',
  'forum.parentId',
  'forum.shownName',
  'forum.official',
] as const
const paragraphs = (text: string | null) => (text ?? '').split(/\n+/).filter((line) => line.trim() !== '')

const boardShown = (board: NonNullable<Awaited<ReturnType<typeof boardOf>>>): Board['board'] => ({
  ...{ id: board.id, title: board.title, intro: board.intro, open: board.status === boardOpen },
})

async function loadIndex({ read }: Reader): Promise<Boards> {
  const found = await boards(read).select(['id', 'title', 'intro', 'status']).execute()
  const counted = await onSite(read)
    .where('forum.type', '=', 0)
    .groupBy('forum.plateId')
    .select((eb) => ['forum.plateId', eb.fn.countAll<number>().as('n')])
    .execute()
  const topics = new Map(counted.map(({ plateId, n }) => [plateId, Number(n)]))
  const shown = found.map(({ status, ...one }) => ({
    ...{ ...one, topics: topics.get(one.id) ?? 0, stopped: status !== boardOpen },
  }))
  return { boards: shown, open: shown.some(({ stopped: shut }) => !shut) }
}

async function loadBoard(db: Reader, file: AreaFile): Promise<Board | null> {
  const board = await boardOf(db.read, Math.floor((boardFrom - file.id) / boardPages))
  return board ? { board: boardShown(board), lines: await ordered.load(db, file) } : null
}

/** Some topics by themselves, with their boards. */
async function headsOf({ read }: Reader, ids: readonly number[]): Promise<readonly Pick<Topic, 'topic' | 'board'>[]> {
  const found = await onSite(read)
    .select([...postColumns, 'forum.plateId', 'forum.openContent as content'])
    .where('forum.id', 'in', [...ids])
    .where('forum.type', '=', 0)
    .orderBy('forum.id')
    .execute()
  const known = new Map((await boards(read).selectAll().execute()).map((board) => [board.id, boardShown(board)]))
  return found.flatMap(({ plateId, ...topic }) => {
    const board = known.get(plateId)
    return board ? [{ topic, board }] : []
  })
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

/** The posts below some topics as pages show them, each without its text. */
async function postsOf({ read }: Reader, ids: readonly number[]) {
  const rows = await onSite(read)
    .select(['forum.id', 'forum.type', 'forum.parentId', 'forum.topicId'])
    .where('forum.topicId', 'in', [...ids])
    .orderBy('forum.id')
    .execute()
  return Map.groupBy(rows, ({ topicId }) => topicId ?? 0)
}

/** The pages of some topics: each in parts, and the form by which one answers. */
async function pagesOf(db: Reader, ids: readonly number[]): Promise<{ file: AreaFile; shown: Topic | Reply }[]> {
  const all = await postsOf(db, ids)
  const pages: { file: AreaFile; shown: Topic | Reply }[] = []
  for (const head of await headsOf(db, ids)) {
    const { id, title } = head.topic
    const posts = all.get(id) ?? []
    const order = inOrder(posts)
    for (let page = 1; page <= topicPages(posts.length); page++) {
      const some = order.slice((page - 1) * postsOnPage, page * postsOnPage)
      const shown = { ...head, posts: await withTexts(db, some), total: posts.length, page }
      pages.push({ file: topicFile(id, page), shown })
    }
    if (head.board.open)
      pages.push({
        file: replyFile(id),
        shown: { form: 'forumComment', given: { parentId: String(id) }, topic: { id, title } },
      })
  }
  return pages
}

async function withTexts({ read }: Reader, some: ReturnType<typeof inOrder>): Promise<Topic['posts']> {
  const ids = [...new Set(some.flatMap((one) => [one.comment, one.id]))]
  if (ids.length === 0) return []
  const rows = await onSite(read)
    .select([...postColumns, 'forum.openContent as content'])
    .where('forum.id', 'in', ids)
    .execute()
  const byId = new Map<number, Post>(rows.map((row) => [row.id, row]))
  // a comment whose answers go on stands again on their page
  return [...Map.groupBy(some, ({ comment }) => comment)].flatMap(([comment, own]) => {
    const first = byId.get(comment)
    const replies = own.flatMap((one) => (one.id === comment ? [] : (byId.get(one.id) ?? [])))
    return first ? [{ comment: first, replies }] : []
  })
}

/** The names of what topics have beside their first pages: of all, or of some. */
async function namesBeside({ read }: Reader, ids?: readonly number[]): Promise<ReadonlySet<string>> {
  const topics = await onSite(read)
    .innerJoin('plate as board', 'board.id', 'forum.plateId')
    .where('forum.type', '=', 0)
    .$if(ids !== undefined, (query) => query.where('forum.id', 'in', [...(ids as readonly number[])]))
    .select(['forum.id', 'board.status'])
    .execute()
  const counted = await onSite(read)
    .where('forum.topicId', 'is not', null)
    .$if(ids !== undefined, (query) => query.where('forum.topicId', 'in', [...(ids as readonly number[])]))
    .groupBy('forum.topicId')
    .having((eb) => eb(eb.fn.countAll<number>(), '>', postsOnPage))
    .select((eb) => ['forum.topicId', eb.fn.countAll<number>().as('n')])
    .execute()
  const posts = new Map(counted.map(({ topicId, n }) => [topicId, Number(n)]))
  const names = topics.flatMap(({ id, status }) => [
    ...Array.from({ length: topicPages(posts.get(id) ?? 0) - 1 }, (_, i) => topicName(id, i + 2)),
    ...(status === boardOpen ? [replyName(id)] : []),
  ])
  return new Set(names)
}

const besides: RowPages = {
  // a long topic has some megabytes
  atOnce: 25,
  load: pagesOf,
  names: namesBeside,
  had(id, there) {
    const names = there(replyName(id)) ? [replyName(id)] : []
    for (let page = 2; there(topicName(id, page)); page++) names.push(topicName(id, page))
    return names
  },
  rowOf: (name) => Number(/^(?:reply_)?(\d{1,15})(?:_\d{1,5})?\.html$/.exec(name)?.[1] ?? 0) || null,
}

/** Topics that were stored since a moment, or below which something was. */
const topicsChanged: AreaRows['placesOf'] = ({ read }, since) =>
  read
    .selectFrom('forum as post')
    .innerJoin('forum as topic', (join) => join.on(sql`coalesce(post."topicId", post.id)`, '=', sql.ref('topic.id')))
    .where('post.updatedAt', '>=', since)
    .select(['topic.id', 'topic.openNo as place'])
    .distinct()
    .execute()

/** What some topics say by themselves. */
const loadSome = async (db: Reader, ids: readonly number[]) =>
  new Map((await headsOf(db, ids)).map(({ topic }) => [topic.id, topic]))

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
    boards: some.map((one) => ({ ...one, note: one.stopped ? stopped : null, url: tools.url(boardName(one.id, 1)) })),
  },
})

function boardOn({ board, lines }: Board, tools: AreaTools) {
  const words = {
    heading: board.title,
    description: board.intro ?? board.title,
    none: '暂无话题',
    ...(board.open ? { form: { title: '我要发帖', url: tools.url(writeFile.name) } } : { note: stopped }),
  }
  const items = lines.items.map((one) => ({
    ...{ title: one.title ?? '', url: tools.url(pageName(one.id)), date: formatDate(one.publishedAt ?? 0) },
  }))
  return { ...numberedView(words, { ...lines, items }, tools), above: above(tools) }
}

function topicOn({ topic, board, posts, total, page }: Topic, tools: AreaTools) {
  const title = topic.title ?? ''
  const count = topicPages(total)
  const at = (n: number) => (n >= 1 && n <= count ? tools.url(topicName(topic.id, n)) : null)
  return {
    template: 'forum-topic',
    title: page === 1 ? title : `${title}（第 ${page} 页）`,
    description: beginning((topic.content ?? '').slice(0, 600), 120) || title,
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
    const found = await boards(db.read).select(['id', 'title', 'status', 'updatedAt']).execute()
    const open = found.some(({ status }) => status === boardOpen)
    const lists = found.map(({ id, title, updatedAt }) => ({ ...boardFile(id), listed: { title, at: updatedAt } }))
    return [indexFile, ...(open ? [writeFile] : []), ...lists]
  },
  rows: ordered.rows(loadSome, { besides, placesOf: topicsChanged }),
  texts: ordered.texts(loadSome, ({ content }) => [content]),
  async load(db, file) {
    if (file.id === writeFile.id) return { form: 'forum', choices: await choicesFor(db, 'forum') } satisfies WriteForm
    return file.id === indexFile.id ? loadIndex(db) : loadBoard(db, file)
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
