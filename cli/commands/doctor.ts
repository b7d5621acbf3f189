import { checks, lookAt } from '../doctor/checks.ts'
import { CliError, exit } from '../errors.ts'
import { uses } from '../flags.ts'
import { tellsSuccess, writeList } from '../output/write.ts'
import { dataFlag } from '../server-data.ts'
import { verb } from '../verb.ts'

const columns = [
  { field: 'name', title: '键', whole: true },
  { field: 'title', title: '项目', whole: true },
  {
    field: 'state',
    title: '结果',
    words: { good: '正常', remark: '注意', bad: '有问题', unseen: '未查看' },
    whole: true,
  },
  { field: 'says', title: '说明' },
  { field: 'hint', title: '建议' },
]
const shape = { columns, usual: ['title', 'state', 'says', 'hint'], idField: 'name', titleField: 'says' }

/** Looks at everything that commands need: for whoever has to say why one does not work. */
export const verbs = [
  verb({
    name: '',
    says: '检查运行环境、配置、服务器、登录、磁盘、锁、终端；有问题时退出码为 1',
    withoutConfig: true,
    flags: [dataFlag],
    examples: ['xzx doctor', 'xzx doctor --data /var/lib/xzx'],
    knows: [...uses.server, ...uses.output],
    async run(ctx, { flags }) {
      const rows = []
      for (const check of checks.filter(({ when }) => when?.(flags) ?? true))
        rows.push({ name: check.name, title: check.title, hint: '', ...(await lookAt(ctx, check, flags)) })
      const faults = rows.filter(({ state }) => state === 'bad')
      const told = tellsSuccess(ctx) ? rows : faults
      if (told.length > 0) await writeList(ctx, shape, told)
      if (faults.length > 0)
        throw new CliError(exit.refused, `有问题：${faults.map(({ title }) => title).join('、')}`, {
          ...{ code: 'DOCTOR', found: true },
        })
    },
  }),
]
