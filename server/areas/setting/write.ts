import { sql } from 'kysely'
import { isLeading, settingSchema } from '../../../core/contract/setting.ts'
import { complianceOrder } from '../../../core/domain/compliance-settings.ts'
import { unfitDay } from '../../../core/domain/mourning.ts'
import {
  defaultOf,
  type SettingGroup,
  type SettingName,
  settingOf,
  settingWords,
} from '../../../core/domain/settings.ts'
import { Refused } from '../../../core/errors.ts'
import { type Issue, reasonOf } from '../../../core/issues.ts'
import { refuseLess } from '../../access/beyond.ts'
import { refuseOwnWay } from '../../access/places.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { touchArea } from '../../rows/touch-area.ts'
import { fixedBy, storedSettings } from '../../settings.ts'
import { ofFolders } from '../../site/folder-settings.ts'
import { baseOf } from '../../site/settings.ts'
import { foldersIn, unknownFolders } from '../../site/site-file.ts'
import { refuseUnfitSkin } from '../template/fit.ts'

export const labelOf = (name: SettingName) => `${settingOf(name).title}（${name}）`

/** A column that is not there would only be missing on the front page, and nothing would tell. */
const refuseUnknownFolders = (name: SettingName) => async (value: string, ctx: Ctx) => {
  const unknown = await unknownFolders({ read: ctx.db, dialect: ctx.dialect }, value)
  if (unknown.length > 0)
    throw new Refused('BAD_INPUT', `${labelOf(name)}：没有目录名为 ${unknown.join('、')} 的栏目，目录名见「栏目」`)
}

/** A password in an address would stand in the open: in the settings, in the log, on pages. */
function refuseLogin(name: SettingName, value: string): void {
  const { username = '', password = '' } = URL.parse(value) ?? {}
  if (username !== '' || password !== '') throw new Refused('BAD_INPUT', `${labelOf(name)}：网址中不能有用户名和密码`)
}

/** What only a look elsewhere tells of a value. @throws Refused BAD_INPUT */
const further: Partial<Record<SettingName, (value: string, ctx: Ctx) => void | Promise<void>>> = {
  ...Object.fromEntries(ofFolders.map((name) => [name, refuseUnknownFolders(name)])),
  'signIn.nets': (value, ctx) => refuseOwnWay(ctx, labelOf('signIn.nets'), value),
  'site.base': (value) => {
    if (/[?#]/.test(value)) throw new Refused('BAD_INPUT', `${labelOf('site.base')}：网址中不能有 ? 和 #`)
    refuseLogin('site.base', value)
    baseOf(value)
  },
  'offSite.address': (value) => refuseLogin('offSite.address', value),
  'site.greyDays': (value) => {
    const unfit = unfitDay(value)
    const says = `「${unfit}」不是日期，请写成 12-13 或 2027-04-04`
    if (unfit !== null) throw new Refused('BAD_INPUT', `${labelOf('site.greyDays')}：${says}`)
  },
  'site.skin': async (value, ctx) => {
    await refuseUnfitSkin(ctx, value).catch((error: Error) => {
      throw new Refused('BAD_INPUT', `${labelOf('site.skin')}：${error.message}`)
    })
  },
}

/** A value as it is stored. @throws Refused BAD_INPUT by the setting's name, BAD_STATE where the environment gives it */
export async function checked(ctx: Ctx, name: SettingName, value: string): Promise<string> {
  const fixed = fixedBy(name, ctx.parts.limits)
  if (fixed) throw new Refused('BAD_STATE', `${labelOf(name)}由环境变量 ${fixed.variable} 给出，不能在这里修改`)
  const read = settingSchema(name).safeParse(value)
  if (!read.success) throw new Refused('BAD_INPUT', `${labelOf(name)}：${reasonOf(read.error.issues[0] as Issue)}`)
  const stored = String(read.data)
  await further[name]?.(stored, ctx)
  return stored
}

/** Any number that no other lock of this database uses. */
const lock = 7_301_005

/** Who saves waits for whoever saves at the same moment, and hears of what they changed. */
export async function hold({ db, dialect }: Ctx): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(lock)}, 0)`.execute(db)
}

/** What these ask, administrators too must meet: nobody who may less lifts it, or turns it against them. */
const bindingGroups: ReadonlySet<string> = new Set([
  ...(['signIn', 'password', 'log', 'audit', 'backup'] satisfies SettingGroup[]),
])

/** @throws Refused BAD_INPUT where what warns would come after what it warns of */
function refuseDisordered(changed: ReadonlySet<SettingName>, value: (name: SettingName) => string): void {
  for (const [first, then] of complianceOrder)
    if ((changed.has(first) || changed.has(then)) && Number(value(first)) > Number(value(then)))
      throw new Refused(
        'BAD_INPUT',
        `${labelOf(first)}：${settingWords(first, value(first))}，不能超过「${settingOf(then).title}」的 ${settingWords(then, value(then))}`,
      )
}

/** What was changed, for the log: titles with their values in words. */
type Change = Readonly<Record<'before' | 'after', Readonly<Record<string, string>>>> & {
  readonly ids: readonly SettingName[]
}

/**
 * Writes what differs; the pages that show it are due.
 * @param wanted null: the default again
 * @returns what the log is to tell; null where nothing differs
 */
export async function write(ctx: Ctx, wanted: ReadonlyMap<SettingName, string | null>): Promise<Change | null> {
  const stored = await storedSettings(ctx.db)
  const now = (name: SettingName) => stored.get(name) ?? defaultOf(name)
  const differing = [...wanted].filter(([name, value]) => (value === null ? stored.has(name) : value !== now(name)))
  const [binding] = differing.filter(([name]) => bindingGroups.has(settingOf(name).group))
  if (binding) refuseLess(ctx, `${labelOf(binding[0])}：登录、密码、审核、日志和备份的要求对所有人有效，不能修改`)
  // a script is never asked who sits there
  const [led] = differing.filter(([name]) => isLeading(name))
  if (led && whoOf(ctx).kind !== 'person')
    throw new Refused('NO_PERMISSION', `${labelOf(led[0])}：决定群众和程序连到哪里，脚本令牌不能修改，请用账号登录`)
  refuseDisordered(new Set(differing.map(([name]) => name)), (name) =>
    wanted.has(name) ? (wanted.get(name) ?? defaultOf(name)) : now(name),
  )
  for (const [name, value] of differing) {
    await ctx.db.deleteFrom('setting').where('name', '=', name).execute()
    if (value !== null) await ctx.db.insertInto('setting').values({ name, value }).execute()
  }
  if (differing.length === 0) return null
  const told = (of: (name: SettingName, value: string | null) => string) =>
    Object.fromEntries(differing.map(([name, value]) => [settingOf(name).title, of(name, value)]))
  if (differing.some(([name]) => name.startsWith('site.'))) {
    await ctx.db.insertInto('touched').values({ articleId: 0, columnId: 0, at: ctx.now }).execute()
    ctx.after(() => ctx.parts.site.showTouched({ wait: false }))
  }
  for (const area of ['apply', 'questAnswer'] as const)
    if (differing.some(([name]) => name.startsWith(`${area}.`))) await touchArea(ctx, area)
  return {
    ids: differing.map(([name]) => name),
    before: told((name) => settingWords(name, now(name))),
    after: told((name, value) => settingWords(name, value ?? defaultOf(name))),
  }
}

/** What the settings that name a column's folder are called: the front page's lists. */
export async function namingFolder(ctx: Ctx, folder: string): Promise<readonly SettingName[]> {
  const stored = await storedSettings(ctx.db)
  return ofFolders.filter((name) => foldersIn(stored.get(name) ?? defaultOf(name)).includes(folder))
}

/**
 * Settings that name a column's folder go on naming that column under its new one, or the one that took it up.
 * @returns what they are called; empty where none names it
 */
export async function followFolder(ctx: Ctx, from: string, to: string): Promise<string[]> {
  if (from === to) return []
  await hold(ctx)
  const names = await namingFolder(ctx, from)
  const stored = await storedSettings(ctx.db)
  const renamed = (name: SettingName) =>
    [...new Set(foldersIn(stored.get(name) ?? defaultOf(name)).map((one) => (one === from ? to : one)))].join(',')
  await write(ctx, new Map(names.map((name) => [name, renamed(name)])))
  return names.map((name) => settingOf(name).title)
}
