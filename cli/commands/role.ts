import { resource } from '../../core/contract/resource.ts'
import { namedId } from '../areas/reference-names.ts'
import { type Held, rightsNamed, rightWords } from '../areas/right-names.ts'
import type { Context } from '../context.ts'
import { isStale, usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { cleanLine } from '../output/clean.ts'
import { writeDone } from '../output/write.ts'
import { confirmRevealed } from '../reveal.ts'
import { type Verb, verb } from '../verb.ts'

/** A way in which the rights of a role change. */
interface Way {
  readonly name: 'grant' | 'revoke'
  readonly says: string
  readonly doing: (role: string) => string
  /** What is said where nothing is to be done. */
  readonly same: (role: string) => string
  /** Of the rights that were named, those that it concerns. */
  readonly concerns: (right: Held) => boolean
  readonly examples: readonly string[]
}

const isHeld = ({ held }: Held) => held === 1

const ways: readonly Way[] = [
  {
    name: 'grant',
    says: '给角色增加权限：写权限的键（article_accept）、名称（初审通过文章），或 article_* 表示这一类的全部；已有的不变',
    doing: (role) => `给角色「${role}」增加权限`,
    same: (role) => `角色「${role}」已有这些权限`,
    concerns: (right) => !isHeld(right),
    examples: ['xzx role grant 审核员 article_takeDown --dry-run', "xzx role grant 部门人员 'advice_*' --dry-run"],
  },
  {
    name: 'revoke',
    says: '收回角色的权限：写法同 grant；没有的不变',
    doing: (role) => `收回角色「${role}」的权限`,
    same: (role) => `角色「${role}」没有这些权限`,
    concerns: isHeld,
    examples: ["xzx role revoke 部门人员 'article_*' --dry-run"],
  },
]

const most = 10

/** The first of some rights, and how many there are. */
const said = (rights: readonly Held[]) =>
  `${rights.slice(0, most).map(rightWords).join('、')}${rights.length > most ? ` 等 ${rights.length} 项` : ''}`

/** So many times it begins anew where somebody changed the role meanwhile: the rights are those of then. */
const triesMax = 5

async function change(ctx: Context, way: Way, args: readonly string[], tries = 1): Promise<void> {
  try {
    await changeOnce(ctx, way, args)
  } catch (error) {
    if (!isStale(error) || tries === triesMax) throw error
    await change(ctx, way, args, tries + 1)
  }
}

async function changeOnce(ctx: Context, way: Way, [named, ...keys]: readonly string[]): Promise<void> {
  const [example] = way.examples
  if (named === undefined) throw usage('缺少角色', `例如 ${example}`)
  if (keys.length === 0) throw usage('缺少权限', `例如 ${example}`)
  const roleId = await namedId(ctx, 'role', named)
  // the version first: what somebody changes behind it is refused and not written over
  const { name, version } = await (await ctx.client('role')).view({ id: roleId }, { signal: ctx.signal })
  const all = await (await ctx.client('resource')).roleList({ roleId }, { signal: ctx.signal })
  const rights = rightsNamed(all, keys).filter(way.concerns)
  const role = cleanLine(name)
  const changed = { added: way.name === 'grant' ? rights : [], taken: way.name === 'revoke' ? rights : [] }
  if (rights.length === 0) ctx.note(`${way.same(role)}，没有要修改的`)
  else {
    const ids = new Set(all.filter(isHeld).map(({ id }) => id))
    for (const { id } of changed.added) ids.add(id)
    for (const { id } of changed.taken) ids.delete(id)
    const input = { roleId, version, resourceIds: [...ids] }
    const text = `将${way.doing(role)}（${rights.length} 项）：${said(rights)}`
    await confirmRevealed(ctx, resource.roleSave, input, { text, count: 1 })
    await (await ctx.client('resource')).roleSave(input, { signal: ctx.signal })
    ctx.note(`${ctx.flags.dryRun ? '试运行，没有修改：将' : '已'}${way.doing(role)}：${said(rights)}`)
  }
  const keysOf = (some: readonly Held[]) => some.map(({ alias }) => alias)
  await writeDone(ctx, { roleId, role: name, added: keysOf(changed.added), taken: keysOf(changed.taken) })
}

const verbOf = (way: Way): Verb =>
  verb({
    name: way.name,
    says: way.says,
    args: '[角色] [权限...]',
    of: 'role',
    knows: [...uses.server, 'format'],
    formats: ['table', 'json'],
    examples: way.examples,
    run: (ctx, { args }) => change(ctx, way, args),
  })

/** What the contract says of roles, and their rights by name: the call for these takes the whole of them. */
export const verbs = [...(await areaVerbs('role')).verbs, ...ways.map(verbOf)]
