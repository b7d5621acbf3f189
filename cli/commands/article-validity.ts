import { valueOfWord } from '../../core/domain/enums.ts'
import { type Validity, validityChoices } from '../../core/domain/validity.ts'
import { givenIds } from '../bulk/ids.ts'
import { exitOfBulk, noOutcome, tellBulk } from '../bulk/run.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { confirm } from '../questions.ts'
import { verb } from '../verb.ts'

interface Flags {
  readonly state?: string
  readonly day?: string
  readonly by?: string
  readonly note?: string
  readonly reason?: string
}

const known = Object.values(validityChoices)

function readState(word: string | undefined): Validity | 0 {
  const key = valueOfWord(validityChoices, word?.trim() ?? '')
  if (key !== undefined) return Number(key) as Validity | 0
  throw usage(word === undefined ? '缺少 --state' : `--state 没有 ${word}`, `可用：${known.join('、')}`)
}

/** Whether documents still hold. */
export const verbs = [
  verb<Flags>({
    name: 'validity',
    says: '标注文件现行有效、已修改、已废止或已失效，或取消标注；网站随即显示',
    args: '[编号...]',
    flags: [
      { flag: '--state <效力>', says: '标注成什么', values: known },
      { flag: '--day <日期>', says: '自哪一天起；不晚于今天' },
      { flag: '--by <编号>', says: '修改或废止它的文章，已在网站上；网页上有指向它的链接' },
      { flag: '--note <文字>', says: '说明，显示在网页上' },
      { flag: '--reason <文字>', says: '理由，只记入操作日志' },
    ],
    knows: [...uses.server, ...uses.output, 'ids'],
    examples: [
      'xzx article validity 101 --state 已废止 --day 2026-11-01 --by 102 --dry-run',
      'xzx article validity 101 103 --state 现行有效 --yes',
      'xzx article validity 101 --state 取消标注 --reason 标注有误 --yes',
    ],
    async run(ctx, { args, flags }) {
      const state = readState(flags.state)
      const ids = (await givenIds(ctx, args)) ?? []
      if (ids.length === 0) throw usage('缺少文章编号', '例如 xzx article validity 101 --state 已废止')
      const { day, by, note, reason } = flags
      const does =
        state === 0
          ? `取消 ${ids.length} 篇文章的效力标注`
          : `把 ${ids.length} 篇文章标注为「${validityChoices[state]}」`
      await confirm(ctx, { text: `将${does}，网站随即更新`, count: ids.length })
      const { validity } = await ctx.client('article')
      const said = { ...(day && { day }), ...(by && { byId: by }), ...(note && { note }), ...(reason && { reason }) }
      const { done, failed } = await validity({ ids: [...ids], state, ...said }, { signal: ctx.signal })
      await tellBulk(ctx, { ...noOutcome(), done, failed })
      return exitOfBulk(done.length, failed.length)
    },
  }),
]
