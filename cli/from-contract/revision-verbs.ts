import { keptSays } from '../../core/domain/states.ts'
import { checkIds } from '../bulk/ids.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { cleanText } from '../output/clean.ts'
import type { Changes } from '../output/line-changes.ts'
import { type Listing, writeListing } from '../output/listing.ts'
import { isValueFormat, type Shape, valueFormats, writeValue } from '../output/write.ts'
import { confirm, namedTitles } from '../questions.ts'
import { kebab } from '../spelling.ts'
import { type Verb, verb } from '../verb.ts'

/** A row's text as it was after a step, beside the present one. */
export interface Then {
  readonly at: string | null
  readonly byName: string | null
  readonly act: string | null
  /** The row as it is now: its title, and the version that was looked at. */
  readonly title: string
  readonly version: number | null | undefined
  /** The fields that come back, where it is known; none: the text is the present one. */
  readonly fields?: readonly string[]
  /** What stays as it is, and why. */
  readonly kept: readonly { readonly title: string | null; readonly why: string }[]
  /** What follows from it. */
  readonly follows: string
  /** What was changed since. */
  readonly changes: () => Promise<Changes>
}

/** How a kind's revisions are read and set back; all that is asked and told is the same for every kind. */
export interface Revisions {
  readonly area: string
  readonly noun: string
  readonly unit: string
  /** The id's name. */
  readonly idField: string
  readonly shape: Shape
  /** All that it is follows from its contract. */
  readonly made?: true
  list(ctx: Context, id: string): Promise<Listing<object, object>>
  /** Reads one of a row. @throws CliError 1 when it is none of its own */
  read(ctx: Context, id: string, revisionId: string): Promise<Then>
  /** Writes one whole. */
  show(ctx: Context, id: string, revisionId: string): Promise<void>
  /** What is refused before anything is asked. */
  check(ctx: Context): void
  /** Sets the text back, and writes what became of the row. */
  restore(ctx: Context, id: string, revisionId: string, then: Then): Promise<void>
}

interface RevisionFlags {
  readonly show?: string
  readonly diff?: string
}

/** What one revision is looked at for; the flags of lists mean nothing then. */
function refuseListFlags(ctx: Context, { show, diff }: RevisionFlags): void {
  if (show !== undefined && diff !== undefined) throw usage('--show 和 --diff 不能同时使用', '去掉其中一个')
  const stray = (['page', 'size', 'all', 'limit'] as const).find((name) => ctx.flags[name] !== undefined)
  if (stray) throw usage(`--${stray} 只用于修订的列表`, '去掉它，或去掉 --show、--diff')
  if (diff === undefined) return
  if (ctx.flags.fields !== undefined) throw usage('--fields 不能和 --diff 同时使用', '去掉其中一个')
  if (ctx.flags.format !== undefined && !isValueFormat(ctx.format))
    throw usage(`--diff 不支持 --format ${ctx.format}`, `可用：${valueFormats.join('、')}`)
}

/** What a restoration says before it is done. @throws CliError where nothing would come back */
function questionFor({ noun }: Revisions, then: Then): string {
  const { at, byName, act, title, follows, kept } = then
  const more = [follows, ...keptSays(kept)].filter(Boolean).join('；')
  return `将把${noun}${namedTitles([title], 1)}恢复为 ${at} 由 ${byName}「${act}」后的内容${more && `，${more}`}`
}

/** `revisions` of a kind, and `restore` which sets a row's text back; @param fromBin the verb of that name that brings rows back from the recycle bin */
export function revisionVerbs(kind: Revisions, fromBin: Verb): readonly Verb[] {
  const { area, noun, unit, idField } = kind
  const look = `xzx ${kebab(area)} revisions 101`
  const back = `xzx ${kebab(area)} restore 101 --revision 2051`
  /** A row, by its only argument. @throws CliError 2 for none, or several */
  const onlyId = (args: readonly string[], example: string): string => {
    const [id, second] = checkIds(args)
    if (id === undefined || second !== undefined) throw usage(`应写出一${unit}${noun}的编号`, `例如 ${example}`)
    return id
  }

  async function diffSince(ctx: Context, id: string, revisionId: string): Promise<void> {
    const then = await kind.read(ctx, id, revisionId)
    const { drawChanges } = await import('../output/line-changes.ts')
    const changes = await then.changes()
    if (ctx.format !== 'table') return writeValue(ctx, { [idField]: id, revisionId, version: then.version, ...changes })
    const lines = drawChanges(changes)
    if (lines.length > 0) await ctx.out(cleanText(`${lines.join('\n')}\n`))
    else ctx.note(changes.onlyForm ? '文字与现在的相同，只有格式不同' : '与现在的内容相同')
  }

  async function restoreTo(ctx: Context, id: string, revisionId: string): Promise<void> {
    kind.check(ctx)
    const then = await kind.read(ctx, id, revisionId)
    const [first] = then.kept
    if (then.fields?.length === 0) {
      if (!first) return ctx.note('这一步的内容与现在的相同，没有需要恢复的')
      throw new CliError(exit.refused, `没有可以恢复的：${first.title}，${first.why}`, { code: 'BAD_STATE' })
    }
    await confirm(ctx, { text: questionFor(kind, then), count: 1 })
    await kind.restore(ctx, id, revisionId, then)
  }

  return [
    verb<RevisionFlags>({
      name: 'revisions',
      ...(kind.made && { made: 'revisions' }),
      says: `${noun}的修订历史：谁在何时改了什么、为什么`,
      args: '[编号]',
      knows: [...uses.server, ...uses.output, ...uses.pages],
      flags: [
        { flag: '--show <修订编号>', says: '查看一个修订时的全文' },
        { flag: '--diff <修订编号>', says: '从一个修订到现在改了什么' },
      ],
      examples: [look, `${look} --diff 2051`],
      async run(ctx, { args, flags }) {
        const id = onlyId(args, look)
        const { show, diff } = flags
        if (show !== undefined || diff !== undefined) {
          refuseListFlags(ctx, flags)
          checkIds([(show ?? diff) as string])
        }
        if (show !== undefined) return kind.show(ctx, id, show)
        if (diff !== undefined) return diffSince(ctx, id, diff)
        await writeListing(ctx, await kind.list(ctx, id), kind.shape)
      },
    }),
    verb<{ revision?: string }>({
      ...fromBin,
      name: 'restore',
      ...(kind.made && { made: 'restore' }),
      says: `从回收站恢复${noun}，或把内容恢复到一个修订`,
      flags: [{ flag: '--revision <修订编号>', says: `把这一${unit}的内容恢复为这个修订时的` }],
      examples: [...(fromBin.examples ?? []), back],
      async run(ctx, given) {
        const { revision } = given.flags
        if (revision === undefined) return (await fromBin.run(ctx, given)) ?? exit.ok
        if (ctx.flags.ids !== undefined) throw usage('--revision 和 --ids 不能同时使用', `写出一${unit}${noun}的编号`)
        const id = onlyId(given.args, back)
        checkIds([revision])
        await restoreTo(ctx, id, revision)
        return exit.ok
      },
    }),
  ]
}
