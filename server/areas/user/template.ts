import { documents } from '../../../core/contract/replies.ts'
import { granting, holdsKey } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { FileReply } from '../../pipeline.ts'
import { keptAlike } from './alike.ts'
import { placesOf } from './places.ts'

/** Departments where the caller may put somebody, each by the shortest way that names it alone. */
async function deptNames(ctx: Ctx): Promise<string[]> {
  const reaching = granting(whoOf(ctx).rights, ctx.call.key)
  const places = placesOf(
    await ctx.db.selectFrom('dept').select(['id', 'name', 'parentId', 'state']).orderBy('id').execute(),
  )
  const shortest = new Map<number, string>()
  for (const [way, found] of places) {
    const [one] = found
    if (!one || found.length > 1 || one.stopped) continue
    if (!reaching.some(({ depts }) => depts === null || depts.includes(one.id))) continue
    const known = shortest.get(one.id)
    if (known === undefined || way.length < known.length) shortest.set(one.id, way)
  }
  return [...shortest.values()]
}

async function roleNames(ctx: Ctx): Promise<string[]> {
  if (!holdsKey(whoOf(ctx).rights, 'user_grantRole')) return []
  const roles = await ctx.db.selectFrom('role').select('name').where('enabled', '=', 1).orderBy('id').execute()
  return roles.map(({ name }) => name)
}

/** The sheet itself, kept while what may be written stays as it is. */
const kept = keptAlike<Uint8Array>(4 * 1024 * 1024, ({ length }) => length, ['user_grantRole'])

/** An empty sheet of people; drawn in a thread of its own, for it takes its time. */
export async function importTemplate(ctx: Ctx): Promise<FileReply> {
  const sheet = await kept(ctx, async () => {
    const choices = { dept: await deptNames(ctx), roles: await roleNames(ctx) }
    return ctx.parts.work.documents.run('peopleSheet', choices, `user ${whoOf(ctx).userId}`)
  })
  ctx.record({})
  return new FileReply(documents.xlsx.type, sheet, '用户导入模板.xlsx')
}
