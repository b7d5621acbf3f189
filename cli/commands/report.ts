import { report } from '../../core/contract/report.ts'
import { formatTime } from '../../core/domain/time.ts'
import { usage } from '../errors.ts'
import { outFlag, saveDocument } from '../files/document.ts'
import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { verb } from '../verb.ts'

/** What the contract says of reports, and the circular about a month. */
export const verbs = [
  ...(await areaVerbs('report')).verbs,
  verb<{ out?: string }>({
    name: 'circular',
    says: '导出一个月的报送情况通报（Word），不写月份即为本月',
    args: '[月份]',
    knows: [...uses.server],
    flags: [outFlag],
    examples: ['xzx report circular 2026-11 --out 通报.docx'],
    async run(ctx, { args: [month = formatTime(ctx.world.now()).slice(0, 7)], flags: { out } }) {
      if (!/^\d{4}-\d{2}$/.test(month)) throw usage(`月份不对：${month}`, '例如 xzx report circular 2026-11')
      await saveDocument(ctx, report.circular, { month }, out)
    },
  }),
]
