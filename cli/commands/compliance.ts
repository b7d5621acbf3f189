import { compliance } from '../../core/contract/compliance.ts'
import type { Output } from '../../core/contract/endpoint.ts'
import { type ComplianceState, complianceProfiles, complianceSays } from '../../core/domain/compliance.ts'
import type { Context } from '../context.ts'
import { CliError, type ExitCode, exit, usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { givenLine } from '../output/clean.ts'
import { columnsOf } from '../output/columns.ts'
import { isForPrograms, type Shape, tellsSuccess, writeList, writeValue } from '../output/write.ts'
import { verb } from '../verb.ts'
import { yearIn } from '../year.ts'

type Found = Output<typeof compliance.check>

const lines: Shape = {
  columns: columnsOf(compliance.check.output).find(({ field }) => field === 'lines')?.inside ?? [],
  usual: ['says', 'state', 'value', 'unit', 'limit', 'source', 'rows'],
  idField: 'name',
  titleField: 'says',
}

const yearly: Shape = {
  columns: columnsOf(compliance.yearly.output).find(({ field }) => field === 'lines')?.inside ?? [],
  usual: ['group', 'says', 'value', 'unit', 'rows'],
  idField: 'name',
  titleField: 'says',
}

/** What a state ends with: a veto has a code of its own, so that a timer may call somebody at once. */
const codes: Readonly<Record<ComplianceState, ExitCode>> = {
  good: exit.ok,
  warn: exit.refused,
  veto: exit.partial,
}

const profileOf: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(complianceProfiles).flatMap(([name, says]) =>
    [says, says.replace('网站', ''), name].map((word) => [word, name]),
  ),
)

/** @throws usage */
function profileIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const found = Object.hasOwn(profileOf, text) ? profileOf[text] : undefined
  if (!found) throw usage(`--kind 无效：${givenLine(text)}`, `可用：${Object.keys(profileOf).join('、')}`)
  return found
}

/** What was not looked at, for lack of a right: that all else is well is no answer to a timer. */
function unseenError(unseen: Found['unseen']): CliError {
  const names = unseen.map(({ says }) => says).join('、')
  return new CliError(exit.refused, `有 ${unseen.length} 项没有核对：${names}`, {
    ...{ found: true, code: 'COMPLIANCE', why: '没有查看它们的权限' },
    hint: '给令牌或账号补上权限（compliance_list,article_list,mail_list,apply_list,proposal_list，数据范围为全部）；确实只看其余各项的，加 --partial',
  })
}

async function write(ctx: Context, found: Found): Promise<void> {
  const told = tellsSuccess(ctx) ? found.lines : found.lines.filter(({ state }) => state !== 'good')
  if (isForPrograms(ctx) && ctx.fields === null) return writeValue(ctx, { ...found, lines: told })
  if (told.length > 0) await writeList(ctx, lines, told)
}

/** What the contract says of columns, and the check whose exit code timers go by. */
export const verbs = [
  ...(await areaVerbs('compliance')).verbs.filter(({ name }) => name !== 'check' && name !== 'yearly'),
  verb<{ kind?: string; partial?: true }>({
    name: 'check',
    says: `${compliance.check.says}；有预警时退出码为 ${codes.warn}，有达到否决的为 ${codes.veto}，供定时任务使用`,
    knows: [...uses.server, ...uses.output],
    flags: [
      {
        flag: '--kind <类别>',
        says: '按哪类网站核对，不写时按站点设置',
        values: Object.values(complianceProfiles),
      },
      { flag: '--partial', says: '只看有权限查看的指标：其余没有核对的不算问题' },
    ],
    examples: ['xzx compliance check', 'xzx compliance check --kind 政府网站 --json', 'xzx compliance check --quiet'],
    async run(ctx, { flags: { kind, partial } }) {
      const profile = profileIn(kind)
      const found = await (await ctx.client('compliance')).check(profile ? { profile: profile as never } : {}, {
        signal: ctx.signal,
      })
      await write(ctx, found)
      const code = codes[found.state as ComplianceState]
      // a server of before names none
      if ((found.unseen ?? []).length > 0 && !partial) {
        const unseen = unseenError(found.unseen)
        if (code === exit.ok) throw unseen
        ctx.warn(`注意：${unseen.message}`)
      }
      if (code !== exit.ok)
        throw new CliError(code, complianceSays(found.lines as never) ?? '', {
          ...{
            found: true,
            code: 'COMPLIANCE',
            hint: '各项的明细：xzx compliance check --json 中的 address；各栏目：xzx compliance columns',
          },
        })
    },
  }),
  verb({
    name: 'yearly',
    says: compliance.yearly.says,
    args: '[年度]',
    knows: [...uses.server, ...uses.output],
    examples: ['xzx compliance yearly 2026', 'xzx compliance yearly 2026 --json'],
    async run(ctx, { args }) {
      const year = yearIn(args[0], 'xzx compliance yearly 2026', '年度')
      const table = await (await ctx.client('compliance')).yearly({ year }, { signal: ctx.signal })
      if (isForPrograms(ctx) && ctx.fields === null) return writeValue(ctx, table)
      await writeList(ctx, yearly, table.lines)
    },
  }),
]
