import { setting as contract } from '../../core/contract/setting.ts'
import { defaultOf, type SettingName, settingNames, settingOf, settingWords } from '../../core/domain/settings.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import { implement } from '../pipeline.ts'
import { fixedBy, storedSettings } from '../settings.ts'
import { idleSettings } from './setting/idle.ts'
import { checked, hold, labelOf, write } from './setting/write.ts'

/** Settings as replies show them; all, or some. */
async function shown(ctx: Ctx, names: readonly SettingName[] = settingNames) {
  const stored = await storedSettings(ctx.db)
  const idle = await idleSettings(ctx, names, stored)
  return names.map((name) => {
    const { group, title, hint = null } = settingOf(name)
    const fixed = fixedBy(name, ctx.parts.limits)
    const value = fixed?.value ?? stored.get(name) ?? defaultOf(name)
    const usual = defaultOf(name)
    return {
      ...{ name, group, title, value, usual, hint },
      says: settingWords(name, value),
      fixedBy: fixed?.variable ?? null,
      idle: idle.get(name) ?? null,
    }
  })
}

/** @throws Refused BAD_INPUT where it is not said which of two values is meant */
function refuseTwice(names: readonly SettingName[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice) throw new Refused('BAD_INPUT', `${labelOf(twice)}：在一次保存中出现了两次，请只留一个`)
}

const tell = (ctx: Ctx, changed: Awaited<ReturnType<typeof write>>) => changed && ctx.record(changed)

export const setting = implement(contract, {
  list: (ctx) => shown(ctx),
  get: async (ctx, { name }) => (await shown(ctx, [name]))[0] as Awaited<ReturnType<typeof shown>>[number],
  save: async (ctx, { items }) => {
    refuseTwice(items.map(({ name }) => name))
    await hold(ctx)
    const stored = await storedSettings(ctx.db)
    for (const { name, was } of items)
      if (was !== undefined && was !== (stored.get(name) ?? defaultOf(name)))
        throw new Refused(
          'STALE',
          `${labelOf(name)}：已由他人改为「${settingWords(name, stored.get(name) ?? defaultOf(name)) || '（空）'}」，核对后可再次保存`,
        )
    const wanted = new Map<SettingName, string>()
    for (const { name, value = '' } of items) wanted.set(name, await checked(ctx, name, value))
    tell(ctx, await write(ctx, wanted))
    return shown(
      ctx,
      items.map(({ name }) => name),
    )
  },
  reset: async (ctx, { names }) => {
    await hold(ctx)
    tell(ctx, await write(ctx, new Map(names.map((name) => [name, null]))))
    return shown(ctx, [...new Set(names)])
  },
})
