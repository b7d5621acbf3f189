import { longEnough } from '../../../core/domain/password-policy.ts'
import { defaultOf, type SettingName, settingWords } from '../../../core/domain/settings.ts'
import type { Ctx, Parts } from '../../context.ts'
import { dueRows } from '../../jobs/schedule.ts'
import { type Work, works } from '../../jobs/works.ts'
import { fixedBy } from '../../settings.ts'
import { ofFolders } from '../../site/folder-settings.ts'
import { unknownFolders } from '../../site/site-file.ts'

/** Why a setting has no effect as the server runs; null: it has. @param held what holds of any setting */
type Idle = (ctx: Ctx, value: string, held: (name: SettingName) => string) => Promise<string | null> | string | null

/** A work that is set to a time comes to nothing as the server was started, or is paused. */
const ofWork =
  (name: string, { idle }: Work): Idle =>
  async ({ db, parts }, value) => {
    if (value === 'off') return null
    const pausedBy = (await dueRows(db)).get(name)?.pausedBy
    return idle?.(parts) ?? (pausedBy == null ? null : `计划任务已由${pausedBy}暂停，用 xzx schedule resume 恢复`)
  }

const unsent: Idle = ({ parts }) => parts.ports.sms.missing
const sessionMinutes = (held: (name: SettingName) => string) => Number(held('signIn.hours')) * 60

const noFolder: Idle = async ({ db, dialect }, value) => {
  const unknown = await unknownFolders({ read: db, dialect }, value)
  return unknown.length > 0 ? `没有目录名为 ${unknown.join('、')} 的栏目` : null
}

/** The settings that can be without effect: the list to extend. */
const idles: Partial<Record<SettingName, Idle>> = {
  ...Object.fromEntries(
    Object.entries(works).flatMap(([name, work]) => (work.by ? [[work.by, ofWork(name, work)]] : [])),
  ),
  ...Object.fromEntries(ofFolders.map((name) => [name, noFolder])),
  'voice.columns': (ctx, value, held) => (value !== '' && ctx.parts.ports.voice.missing) || noFolder(ctx, value, held),
  'backup.keep': ({ parts }) => works.backup.idle?.(parts) ?? null,
  'signIn.mobile': (ctx, value, held) => (value === '1' ? unsent(ctx, value, held) : null),
  'sms.signature': unsent,
  'sms.code': unsent,
  'signIn.idleMinutes': (_, value, held) =>
    Number(value) < sessionMinutes(held) ? null : '不短于「最长多久后退出」，总是先到那个时间',
  'signIn.proofMinutes': (_, value, held) =>
    Number(value) < sessionMinutes(held) ? null : '不短于「最长多久后退出」，登录期间不会再问',
  'password.kindsMin': (_, value, held) =>
    Number(value) > 1 && Number(held('password.lengthMin')) >= longEnough
      ? `「密码最短」已满 ${longEnough} 个字符，这样长的不限`
      : null,
}

/** What was saved while the environment says something else. */
function overruled(name: SettingName, stored: string | undefined, limits: Parts['limits']): string | null {
  const fixed = fixedBy(name, limits)
  if (!fixed || stored === undefined || stored === fixed.value) return null
  return `由环境变量 ${fixed.variable} 给出，保存的「${settingWords(name, stored)}」不起作用`
}

/** Which of some settings have no effect as the server runs, and why, in words. */
export async function idleSettings(
  ctx: Ctx,
  names: readonly SettingName[],
  stored: ReadonlyMap<SettingName, string>,
): Promise<ReadonlyMap<SettingName, string>> {
  const { limits } = ctx.parts
  const held = (name: SettingName) => fixedBy(name, limits)?.value ?? stored.get(name) ?? defaultOf(name)
  const found = new Map<SettingName, string>()
  for (const name of names) {
    const says = overruled(name, stored.get(name), limits) ?? (await idles[name]?.(ctx, held(name), held))
    if (says) found.set(name, says)
  }
  return found
}
