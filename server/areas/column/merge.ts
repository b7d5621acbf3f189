import type { column as contract } from '../../../core/contract/column.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { Refused } from '../../../core/errors.ts'
import { refuseBeyond } from '../../access/beyond.ts'
import { granting } from '../../access/rights.ts'
import { roleToSet, roleWasSet } from '../../access/role-gifts.ts'
import { columnsOf } from '../../access/scope.ts'
import { type Ctx, whoOf } from '../../context.ts'
import type { Table } from '../../db/table.ts'
import { column as table } from '../../db/tables/column.ts'
import { followedSays, followInto } from '../../rows/merge.ts'
import { inOrder } from '../../rows/references.ts'
import { descendants, judgeOf, placeBehind, readTree } from '../../rows/tree.ts'
import { columnFolder } from '../../site/addresses.ts'
import { followFolder } from '../setting/write.ts'
import { needColumn } from './checks.ts'
import type { Row } from './fields.ts'
import { dropColumn, holdColumns, refuseOtherReview, touchColumn } from './write.ts'

type Given = Parsed<typeof contract.merge>
const plain = table as unknown as Table

/** Its articles have filled in fields that the other one's pages do not show. @throws Refused BAD_STATE */
function refuseOtherModel(old: Row, into: Row): void {
  if (old.contentModelId === null || old.contentModelId === into.contentModelId) return
  throw new Refused(
    'BAD_STATE',
    `栏目「${old.title}」有内容模型，「${into.title}」用的不是同一个，文章填好的字段会不再显示；请先给「${into.title}」选定同一内容模型`,
  )
}

/** Columns that have no list in which the articles of another one could stand. */
const unfitTypes: Readonly<Record<number, string>> = {
  2: '单页栏目，网页只显示一篇文章',
  3: '链接栏目，没有自己的页面',
}

const namedMost = 3

/** Columns below both that are called alike. @throws Refused CONFLICT */
async function refuseNamesakes(ctx: Ctx, old: Row, into: Row): Promise<void> {
  const under = async (parentId: number) =>
    ctx.db.selectFrom('column').select(['id', 'title']).where('parentId', '=', parentId).orderBy('sort').execute()
  // the one that goes may stand among them
  const there = new Set((await under(into.id)).filter(({ id }) => id !== old.id).map(({ title }) => title))
  const twice = (await under(old.id)).map(({ title }) => title).filter((title) => there.has(title))
  if (twice.length === 0) return
  const some = twice.slice(0, namedMost).map((title) => `「${title}」`)
  const more = twice.length > some.length ? `等 ${twice.length} 个` : ''
  throw new Refused(
    'CONFLICT',
    `合并后同一上级下会有重复的栏目：${some.join('、')}${more}。请先改名、移走或删除其中之一`,
  )
}

/** What cannot be merged. @throws Refused before anything is changed */
async function refuseUnfit(ctx: Ctx, old: Row, into: Row): Promise<void> {
  if (old.id === into.id) throw new Refused('BAD_STATE', `栏目「${old.title}」不能并入自己`)
  if (!granting(whoOf(ctx).rights, ctx.call.key).some(({ depts }) => depts === null))
    throw new Refused('NO_PERMISSION', '合并栏目会改动各部门的文章，要由数据范围为全部的人员办理')
  const mine = columnsOf(ctx)
  for (const { id, title } of [old, into])
    if (mine && !mine.has(id)) throw new Refused('NO_PERMISSION', `您没有栏目「${title}」的权限，不能合并`)
  const why = unfitTypes[into.type]
  if (why) throw new Refused('BAD_STATE', `「${into.title}」是${why}，不能并入，请选择另一个栏目`)
  const tree = await readTree(ctx.db, table)
  if (descendants(tree.values(), old.id).includes(into.id))
    throw new Refused('BAD_STATE', `「${into.title}」是「${old.title}」的下级栏目，不能并入，请先把它移到别处`)
  const judge = judgeOf(plain, tree, into.id, 'intoId')
  for (const { id, parentId } of tree.values()) if (parentId === old.id) judge(id)
  refuseOtherModel(old, into)
  // what waits there would go online after fewer reviews
  if (old.threeReviews === 1) refuseOtherReview(ctx, 1, into.threeReviews)
  await refuseNamesakes(ctx, old, into)
}

/** Whose roles let them use one column by name. */
async function rolesWith(ctx: Ctx, columnId: number): Promise<ReadonlySet<number>> {
  const rows = await ctx.db.selectFrom('columnRole').select('roleId').where('columnId', '=', columnId).execute()
  return new Set(rows.map(({ roleId }) => roleId))
}

/**
 * Who used the one uses the other: as if their roles had been given it.
 * @param follow lets all that names the one name the other
 * @returns how far others see than before, in words
 * @throws Refused NO_PERMISSION where the caller could not give a role so much
 */
async function rolesFollow<T>(ctx: Ctx, old: Row, into: Row, follow: () => Promise<T>): Promise<[T, string]> {
  const [before, there] = [await rolesWith(ctx, old.id), await rolesWith(ctx, into.id)]
  const gaining = inOrder([...before].filter((id) => !there.has(id)))
  const reaching = inOrder([...there].filter((id) => !before.has(id)))
  const doing = `把栏目「${old.title}」并入「${into.title}」`
  const roles = []
  for (const id of gaining) roles.push(await roleToSet(ctx, id, undefined))
  await refuseBeyond(ctx, gaining, doing)
  // judged as if each had been given the other one, by what the caller had before: one who has it only by another of their roles sees no more by it
  const given = [
    ...gaining.map((roleId) => ({ roleId, columnId: into.id })),
    ...reaching.map((roleId) => ({ roleId, columnId: old.id })),
  ]
  if (given.length > 0) await ctx.db.insertInto('columnRole').values(given).execute()
  await refuseBeyond(ctx, [...gaining, ...reaching], doing)
  const followed = await follow()
  for (const role of roles) await roleWasSet(ctx, role, 'all')
  const more = reaching.length
  const says = [
    gaining.length > 0 ? `${gaining.length} 个角色随之可用「${into.title}」的全部文章` : '',
    more > 0 ? `${more} 个角色随之可用并入的文章` : '',
  ]
  return [followed, says.filter(Boolean).join('，')]
}

/** Columns that were related to the one are related to the other. */
async function relationsFollow(ctx: Ctx, from: number, into: number): Promise<void> {
  const rows = ctx.db.selectFrom('column').select(['id', 'relation']).where('relation', 'is not', null)
  for (const { id, relation } of await rows.execute()) {
    const was = (relation ?? '').split(',').map(Number)
    if (!was.includes(from)) continue
    const is = new Set(was.map((one) => (one === from ? into : one)).filter((one) => one !== id))
    await ctx.db
      .updateTable('column')
      .set({ relation: [...is].join(',') || null })
      .where('id', '=', id)
      .execute()
  }
}

/** A copy under review that was to go into the one goes into the other. */
async function copiesFollow(ctx: Ctx, from: number, into: number): Promise<void> {
  const open = ctx.db
    .selectFrom('article')
    .innerJoin('revision', 'revision.id', 'article.reviewId')
    .select(['revision.id', 'revision.after'])
    .where('revision.after', 'like', `%"columnId":${from}%`)
  for (const { id, after } of await open.execute()) {
    const content = JSON.parse(after)
    if (content.columnId !== from) continue
    await ctx.db
      .updateTable('revision')
      .set({ after: JSON.stringify({ ...content, columnId: into }) })
      .where('id', '=', id)
      .execute()
  }
}

/**
 * Takes one column up into another: what names it names the other then, and it goes; its pages are taken off the site
 * (docs/decisions/0035-merging.md).
 */
export async function merge(ctx: Ctx, { id, intoId, reason }: Given) {
  await holdColumns(ctx)
  const old = await needColumn(ctx, id, { lock: true })
  const into = await needColumn(ctx, intoId, { lock: true })
  await refuseUnfit(ctx, old, into)
  const merging = { from: old.id, into: into.id }
  await placeBehind(ctx, plain, merging)
  await relationsFollow(ctx, old.id, into.id)
  await copiesFollow(ctx, old.id, into.id)
  const [followed, gains] = await rolesFollow(ctx, old, into, () => followInto(ctx, plain, merging))
  const settings = await followFolder(ctx, columnFolder(old), columnFolder(into))
  await dropColumn(ctx, old.id)
  await touchColumn(ctx, into.id)
  const named = settings.map((title) => `「${title}」`).join('、')
  const moved = [followedSays(followed, plain), named && `站点设置${named}`].filter(Boolean).join('、')
  const tells = { into: into.title, moved: moved || '无', ...(reason && { reason }) }
  ctx.record({ ids: [old.id], before: { categoryTitle: old.title }, after: tells })
  const follows = moved ? `${moved}改属「${into.title}」，` : ''
  const seen = gains && `${gains}；`
  return {
    ...{ id: String(old.id), name: old.title, intoId: String(into.id), intoName: into.title },
    says: `把栏目「${old.title}」并入「${into.title}」：${follows}「${old.title}」删除，它在网站上的网址不再可用；${seen}不能撤销`,
    moved: moved || '无',
  }
}
