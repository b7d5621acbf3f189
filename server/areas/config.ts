import { configChangesMax, configManySays, config as contract } from '../../core/contract/config.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { thingsOf } from '../../core/domain/config-diff.ts'
import {
  type ConfigPart,
  configAbove,
  configFormat,
  configKey,
  configKeyBy,
  configPartNames,
  configParts,
  configSays,
  configSaysBy,
} from '../../core/domain/config-file.ts'
import { Refused } from '../../core/errors.ts'
import { inTurn } from '../access/lockout.ts'
import { breather } from '../breather.ts'
import * as act from '../config/apply.ts'
import { printOf, readConfig } from '../config/read.ts'
import type { Ctx } from '../context.ts'
import { implement } from '../pipeline.ts'
import { hold } from './setting/write.ts'

type Apply = Parsed<typeof contract.apply>
type Known = Awaited<ReturnType<typeof act.knownIn>>

/** A piece of the work, and the thing that it is about. */
interface Step {
  readonly says: string
  /** Tells it from all others; none: it is about no single thing. */
  readonly key?: string
  /** The key of what it stands under: where that was refused there is no more to say of this. */
  readonly under?: string
  run(ctx: Ctx, known: Known): Promise<unknown>
}

const calledSo = (part: ConfigPart, name: string) => `${configParts[part]}「${name}」`
const keyIn = (part: ConfigPart, key: string) => (key === '' ? undefined : `${part} ${key}`)

/** How things are put in place, part by part: each behind those that it speaks of. */
function stepsOf({ set = {}, order = [], remove = [] }: Apply): Step[] {
  const each = <T extends object>(
    part: ConfigPart,
    things: readonly T[] = [],
    run: (ctx: Ctx, known: Known, thing: T) => Promise<unknown>,
  ) =>
    things.map(
      (thing): Step => ({
        says: calledSo(part, configSays(part, thing)),
        key: keyIn(part, configKey(part, thing)),
        under: keyIn(part, configAbove(part, thing)),
        run: (ctx, known) => run(ctx, known, thing),
      }),
    )
  const gone = [...configPartNames].reverse().flatMap((part) => remove.filter((one) => one.part === part))
  const { settings = {} } = set
  return [
    ...each('columns', set.columns, act.setColumn),
    ...each(
      'columns',
      set.columns?.filter(({ related }) => related),
      act.relateColumn,
    ),
    ...each('dicts', set.dicts, act.setDict),
    ...each('menus', set.menus, act.setMenu),
    ...order.map(
      ({ parent, menus }): Step => ({
        says: calledSo('menus', parent ?? '最上级'),
        ...(parent !== null && { under: keyIn('menus', configKey('menus', { alias: parent })) }),
        run: (ctx, known) => act.orderMenus(ctx, known, parent, menus),
      }),
    ),
    ...each('roles', set.roles, act.setRole),
    ...(Object.keys(settings).length > 0
      ? [{ says: configParts.settings, run: (ctx: Ctx) => act.setSettings(ctx, settings) }]
      : []),
    ...gone.map(
      ({ part, by }): Step => ({
        says: calledSo(part, configSaysBy(part, by)),
        key: keyIn(part, configKeyBy(by)),
        run: (ctx, known) => act.removers[part](ctx, known, by),
      }),
    ),
  ]
}

const refusalsMost = 10

/** Does all of it; what is refused is named, several at once, and nothing is kept. @throws Refused */
async function through(ctx: Ctx, steps: readonly Step[], known: Known): Promise<void> {
  const refused: Refused[] = []
  const says: string[] = []
  const bad = new Set<string>()
  const breathe = breather()
  for (const step of steps) {
    await breathe()
    if ([step.key, step.under].some((key) => key !== undefined && bad.has(key))) {
      if (step.key !== undefined) bad.add(step.key)
      continue
    }
    try {
      await step.run(ctx, known)
    } catch (thrown) {
      // behind a refusal a transaction may be of no more use: what was refused is the reason
      if (!(thrown instanceof Refused)) {
        if (refused.length === 0) throw thrown
        break
      }
      refused.push(thrown)
      if (step.key !== undefined) bad.add(step.key)
      says.push(`${step.says}：${thrown.message}`)
      if (refused.length >= refusalsMost) break
    }
  }
  const [first] = refused
  if (first) throw new Refused(first.code, `${says.join('；')}。没有作任何修改`)
}

function refuseMany(steps: readonly Step[]): void {
  if (steps.length > configChangesMax)
    throw new Refused('BAD_INPUT', `一次最多 ${configChangesMax} 处修改，现有 ${steps.length} 处，${configManySays}`)
}

/** Each thing once, and one order of the menus under each: a second one would undo the first. */
function refuseTwice({ set, order = [] }: Apply): void {
  for (const part of configPartNames) {
    const keys = new Set<string>()
    for (const thing of thingsOf({ format: configFormat, ...set }, part)) {
      const key = configKey(part, thing)
      if (keys.has(key)) throw new Refused('BAD_INPUT', `${calledSo(part, configSays(part, thing))}写了两次`)
      keys.add(key)
    }
  }
  const seen = new Set<string | null>()
  for (const { parent } of order) {
    if (seen.has(parent))
      throw new Refused('BAD_INPUT', `菜单的顺序（order）：${calledSo('menus', parent ?? '最上级')}下的顺序写了两次`)
    seen.add(parent)
  }
}

/** How many things are there already. */
function countsOf(input: Apply, known: Known) {
  const names = configPartNames.flatMap((part) =>
    thingsOf({ format: configFormat, ...input.set }, part).map(
      (thing) => part === 'settings' || known[part].has(configKey(part, thing)),
    ),
  )
  const changed = names.filter(Boolean).length
  return { added: names.length - changed, changed, removed: input.remove?.length ?? 0 }
}

export const config = implement(contract, {
  // all of it is read: one after another, whoever asks
  export: (ctx) =>
    inTurn(['config export'], async () => {
      const now = await readConfig(ctx.db)
      return { config: now, print: await printOf(now) }
    }),
  apply: async (ctx, input) => {
    const steps = stepsOf(input)
    refuseMany(steps)
    refuseTwice(input)
    // whoever applies at the same moment comes after this one, and hears that it was changed
    await hold(ctx)
    if ((await printOf(await readConfig(ctx.db))) !== input.base)
      throw new Refused('STALE', '站点的配置刚被他人修改，请重新比较后再应用')
    const known = await act.knownIn(ctx)
    const counts = countsOf(input, known)
    await through(ctx, steps, known)
    ctx.record({ after: counts })
    return { ...counts, print: await printOf(await readConfig(ctx.db)) }
  },
})
