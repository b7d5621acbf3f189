import { srcsetOf } from '../../../core/domain/images.ts'
import { safeLink } from '../../../core/domain/links.ts'
import { type SpecialModel, specialModels } from '../../../core/domain/special-states.ts'
import { formatDate } from '../../../core/domain/time.ts'
import type { Reader } from '../../db/open.ts'
import { articlePath } from '../addresses.ts'
import type { AreaFile, AreaSite, AreaTools } from '../area-site.ts'
import { cut } from '../content.ts'
import { type Lines, listFiles, listName, loadLines } from './lists.ts'
import { leads, sectionsOf } from './sections.ts'
import {
  countsOf,
  folder,
  modelPage,
  onPage,
  publishedTopics,
  type Relation,
  relationsOf,
  type Topic,
  topicColumns,
  topicPage,
} from './special-read.ts'

const title = '专题'
const frontSize = 8

/** A list of topics, of all or of one module. */
interface List extends Lines<Topic> {
  readonly model: string | null
  readonly models: readonly string[]
}
/** A page of a topic; `count`: of how many. */
interface OneTopic extends Topic {
  readonly page: number
  readonly count: number
  readonly total: number
  readonly relations: readonly Relation[]
}

const pagesOf = (relations: number) => Math.max(1, Math.ceil(relations / onPage))
/** The modules that are a kind of topic, with a list of their own; the others only say where a topic stands, and how it is laid out. */
const kinds: readonly SpecialModel[] = ['legal', 'activity', 'caseMethod']
const modelSays = (model: string | null) =>
  kinds.includes(model as SpecialModel) ? specialModels[model as 'legal'] : null

/** The kinds of which topics are published, in their order. */
async function readModels(db: Reader): Promise<string[]> {
  const rows = await publishedTopics(db).clearOrderBy().select('model').distinct().execute()
  const there = new Set(rows.map(({ model }) => model))
  return kinds.filter((model) => there.has(model))
}

/** What a page of a topic shows, whatever its state: the preview has it before visitors do. */
export async function loadTopic(db: Pick<Reader, 'read'>, id: number, page = 1): Promise<OneTopic | null> {
  const found = await db.read.selectFrom('special').select(topicColumns).where('id', '=', id).executeTakeFirst()
  if (!found) return null
  const total = (await countsOf(db, [id])).get(id) ?? 0
  return { ...found, page, total, count: pagesOf(total), relations: await relationsOf(db, id, (page - 1) * onPage) }
}

async function loadPage(db: Reader, { id, name }: AreaFile): Promise<object | null> {
  if (id < 0)
    return {
      ...(await loadLines(publishedTopics(db).select(topicColumns), -id)),
      ...{ model: null, models: await readModels(db) },
    }
  const [, model] = /^model_(\w+)\.html$/.exec(name) ?? []
  if (model !== undefined) {
    const items = await publishedTopics(db).where('model', '=', model).select(topicColumns).execute()
    if (items.length === 0) return null
    return { ...{ number: 1, count: 1, total: items.length, items }, model, models: await readModels(db) }
  }
  const there = await publishedTopics(db).where('id', '=', id).select('id').executeTakeFirst()
  return there ? loadTopic(db, id, Number(/_(\d+)\.html$/.exec(name)?.[1] ?? 1)) : null
}

const above = ({ url }: AreaTools) => ({ title, url: url(listName(1)) })

function lineOf({ id, title, model, cover, summary, publishedAt }: Topic, { url }: AreaTools) {
  const image = safeLink(cover)
  return {
    ...{ title, url: url(topicPage(id)), says: modelSays(model), summary: summary?.trim() || null },
    ...{ cover: image, srcset: image && srcsetOf(image) },
    date: publishedAt === null ? null : formatDate(publishedAt),
  }
}

function listOf({ number, count, total, items, model, models }: List, tools: AreaTools) {
  const at = (n: number) => (n >= 1 && n <= count ? tools.url(listName(n)) : null)
  const heading = model === null ? title : `${modelSays(model)}专题`
  return {
    template: 'special-list',
    title: number === 1 ? heading : `${heading}（第 ${number} 页）`,
    description: '已发布的专题',
    scope: {
      ...{ heading, total, items: items.map((one) => lineOf(one, tools)) },
      models: models.map((one) => ({ title: modelSays(one), url: tools.url(modelPage(one)), current: one === model })),
      pager: { number, count, previous: at(number - 1), next: at(number + 1) },
    },
    ...(model !== null && { above: [above(tools)] }),
  }
}

function topicOf(shown: OneTopic, tools: AreaTools) {
  const { page, count, total } = shown
  const at = (n: number) => (n >= 1 && n <= count ? tools.url(topicPage(shown.id, n)) : null)
  const topic = lineOf(shown, tools)
  return {
    template: 'special',
    title: page === 1 ? shown.title : `${cut(shown.title, 36)}（第 ${page} 页）`,
    description: topic.summary ?? `专题，共 ${total} 篇`,
    scope: {
      topic: { ...topic, total, blocks: shown.model === 'childHome' },
      sections: sectionsOf(shown.relations, (one) => ({
        ...{ title: one.title, date: formatDate(one.publishTime), validity: one.validity },
        ...leads(one.jump, tools.root(articlePath(one.articleId))),
      })),
      pager: { number: page, count, previous: at(page - 1), next: at(page + 1) },
      list: tools.url(listName(1)),
    },
    above: [above(tools)],
  }
}

/** Special topics on the site: a list, one for each module, and a page for each topic with the articles that it gathers. */
export const special: AreaSite = {
  title,
  folder,
  async pages(db) {
    const topics = await publishedTopics(db).select(topicColumns).execute()
    if (topics.length === 0) return []
    const counts = await countsOf(
      db,
      topics.map(({ id }) => id),
    )
    return [
      ...listFiles(topics.length),
      ...(await readModels(db)).map((model, i) => ({ name: modelPage(model), id: i + 1 })),
      ...topics.flatMap(({ id, title, publishedAt }) =>
        Array.from({ length: pagesOf(counts.get(id) ?? 0) }, (_, i) => ({
          ...{ name: topicPage(id, i + 1), id },
          ...(i === 0 && { listed: { title, at: publishedAt ?? 0 } }),
        })),
      ),
    ]
  },
  load: loadPage,
  view: (shown: List | OneTopic, tools) => ('items' in shown ? listOf(shown, tools) : topicOf(shown, tools)),
  async front(db, _at, tools) {
    const found = await publishedTopics(db).select(topicColumns).limit(frontSize).execute()
    // those that the office wants there come with their pictures
    const first = publishedTopics(db).where('model', '=', 'homeScroll').where('cover', 'is not', null)
    const scroll = (await first.select(topicColumns).limit(frontSize).execute()).map((one) => lineOf(one, tools))
    return { items: found.map((one) => lineOf(one, tools)), scroll, url: tools.url(listName(1)) }
  },
  async shows({ read }, articleIds) {
    const found = await read
      .selectFrom('specialArticle')
      .innerJoin('special', 'special.id', 'specialArticle.specialId')
      .select('specialArticle.id')
      .where('articleId', 'in', articleIds)
      .where('special.status', '=', 5)
      .where('special.deletedAt', 'is', null)
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  },
}
