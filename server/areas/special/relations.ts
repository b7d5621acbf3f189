import type { Parsed } from '../../../core/contract/endpoint.ts'
import { relationRow } from '../../../core/contract/special/rows.ts'
import type { special as contract } from '../../../core/contract/special.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { specialArticle as table } from '../../db/tables/special.ts'
import { presenterOf } from '../../rows/present.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { hiddenFor } from '../published/articles.ts'
import { contentsOf, emptied } from '../published/contents.ts'
import { look } from '../published/words.ts'
import { place, topics } from './topics.ts'

/** The articles that a topic gathers. */

const rows = rowsOf(table, { reply: relationRow, logged: ['specialId', 'articleId', 'title', 'section'] })
const show = presenterOf(table, relationRow)
const work = contentsOf({
  ...{ ...place, need: topics.needToGather, changed: topics.changed, told: ['title', 'section'] },
})

const relationsOf = ({ db }: Ctx, specialId: number) =>
  db
    .selectFrom('specialArticle')
    .leftJoin('article', 'article.id', 'specialArticle.articleId')
    .where('specialId', '=', specialId)
    .orderBy('specialArticle.sort')
    .orderBy('specialArticle.id')
    .selectAll('specialArticle')
    .select(['article.id as found', 'article.title as now', 'article.status', 'article.deletedAt'])

/** What a topic gathers, in its order; an article is called as it is called now while it is on the site. */
export async function list(ctx: Ctx, id: number, only?: number) {
  await topics.need(ctx, id)
  const query = relationsOf(ctx, id).$if(only !== undefined, (q) => q.where('specialArticle.id', '=', only ?? 0))
  const found = await query.execute()
  return found.map((row) => {
    const hidden = hiddenFor(row)
    return { ...show({ ...row, title: hidden === null ? (row.now ?? row.title) : row.title }), hidden }
  }) as never[]
}

const one = async (ctx: Ctx, specialId: number, id: number) => (await list(ctx, specialId, id))[0] as never

type Section = Pick<Parsed<typeof contract.relationEdit>, 'section'>
const besides = ({ section }: Section) => (section === undefined ? {} : { section: emptied(section) })

/** Looks the heading through, outside of the transaction that stores it. */
export const read = async <I extends Section>(ctx: Ctx, input: I) => ({
  input,
  found: await look(ctx, { section: input.section }),
})
type Read<I extends Section> = Awaited<ReturnType<typeof read<I>>>
type Save = Parsed<typeof contract.relationSaveOrUpdate>

async function add(ctx: Ctx, { input, found }: Read<Save>) {
  const { specialId = 0, articleId, section } = input
  if (!specialId) throw new Refused('MISSING_PARAMETER', '缺少所属专题（specialId）')
  if (!articleId) throw new Refused('MISSING_PARAMETER', '缺少选用的文章（articleId）')
  const topic = await topics.needToGather(ctx, specialId)
  const article = await work.needArticle(ctx, topic, articleId)
  const sort = await work.placeIn(ctx, topic, 1)
  const { id } = await rows.add(ctx, { specialId, articleId, title: article.title, sort, ...besides({ section }) })
  topics.judge(ctx, topic, Number(id), section ?? '', found)
  await topics.changed(ctx, topic)
  return one(ctx, specialId, Number(id))
}

/** Changes under which heading one stands. */
export async function edit(
  ctx: Ctx,
  { input, found }: Read<Parsed<typeof contract.relationEdit> & Partial<Pick<Save, 'specialId' | 'articleId'>>>,
) {
  const { id, version, section, specialId, articleId } = input
  const row = await rows.need(ctx, id, { lock: true })
  const topic = await topics.needToGather(ctx, row.specialId)
  if ((specialId || row.specialId) !== row.specialId || (articleId || row.articleId) !== row.articleId)
    throw new Refused('BAD_INPUT', '专题中的文章（id）：不能换成别的文章或移到别的专题，请移除后重新选入')
  topics.judge(ctx, topic, row.id, section ?? '', found)
  await rows.change(ctx, row.id, besides({ section }), version)
  await topics.changed(ctx, topic, true)
  return one(ctx, row.specialId, row.id)
}

/** The specification's one call for both. */
export const save = (ctx: Ctx, { input, found }: Read<Save>) =>
  input.id ? edit(ctx, { input: { ...input, id: input.id }, found }) : add(ctx, { input, found })

/** Chooses articles of the site: behind what stands there, in the order in which they are named. */
export async function choose(ctx: Ctx, { ids, intoId, section }: Parsed<typeof contract.relationSave>) {
  const found = await look(ctx, { section })
  return work.choose(ctx, {
    ...{ ids, intoId, more: besides({ section }) },
    add: (inner, values) => rows.addMany(inner, values as never, {}),
    check: (inner, topic) => topics.judge(inner, topic, intoId, section ?? '', found),
  })
}

export const { remove } = work

/** Puts all that a topic gathers into an order. */
export async function arrange(ctx: Ctx, { specialId, relationIds }: Parsed<typeof contract.arrange>) {
  await work.arrange(ctx, specialId, relationIds)
  return list(ctx, specialId)
}
