import { adminOf, type ServerProcess } from '../support/process.ts'
import { onBoth } from './both.ts'
import type { Question } from './callers.ts'
import { fillLetters, sizes } from './letters-fill.ts'
import { usageOf } from './measure.ts'

const goalMs = 30
const calls = 300
/** What the server's memory may grow by while all letters are exported, in MB. */
const goalMb = 100

const page = { pageNumber: 1, pageSize: 20 }
const late = { overdue: 1, sortField: 'due', sortOrder: 'asc' }
const questions: readonly Question[] = [
  ['空答复', 'admin', '/healthz'],
  ['信件', 'admin', '/mail/list', page],
  ['信件，第 4,000 页', 'admin', '/mail/list', { ...page, pageNumber: 4000 }],
  ['信件，办理中', 'admin', '/mail/list', { ...page, state: 2 }],
  ['信件，已超期', 'admin', '/mail/list', { ...page, ...late }],
  ['信件，一个电话', 'admin', '/mail/list', { ...page, phone: '19900000000' }],
  ['信件，一个部门', 'admin', '/mail/list', { ...page, deptId: 2 }],
  ['信件，各状态的数', 'admin', '/x/mail/counts', {}],
  ['待办', 'admin', '/x/inbox/count', {}],
  ['信件统计', 'admin', '/mailCount/list', page],
  ['信件实时统计', 'admin', '/mailCount/realTimeList', page],
  ['信件统计，公开的', 'admin', '/web/mailCount/list', page],
  ['公开的信件', 'admin', '/web/mail/list', page],
  ['公开的信件，一类', 'admin', '/web/mail/list', { ...page, type: 5 }],
  ['公开的信件，按来信时间', 'admin', '/web/mail/list', { ...page, sortField: 'createdAt', sortOrder: 'desc' }],
  ['申请', 'admin', '/apply/list', page],
  ['申请，第 4,000 页', 'admin', '/apply/list', { ...page, pageNumber: 4000 }],
  ['申请，已超期', 'admin', '/apply/list', { ...page, ...late }],
  ['申请，一个部门', 'admin', '/apply/list', { ...page, deptId: 2 }],
  ['申请，各状态的数', 'admin', '/x/apply/counts', {}],
  ['申请，年度报表', 'admin', '/x/apply/report', { year: 2026 }],
  ['公开的申请', 'admin', '/web/apply/list', page],
]

/** Exports all letters, and says how much memory the server has taken for it. */
async function exported({ url, child }: ServerProcess): Promise<void> {
  const pid = child.pid as number
  const { token } = await adminOf(url)
  const before = usageOf(pid).peak
  const start = performance.now()
  const reply = await fetch(`${url}/mail/mailBoxExcel`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: '{}',
  })
  const bytes = (await reply.arrayBuffer()).byteLength
  const grown = usageOf(pid).peak - before
  console.log(
    `导出 ${sizes.letters} 封信：${(bytes / 1_048_576).toFixed(1)} MB，${((performance.now() - start) / 1000).toFixed(1)} 秒，内存多用 ${grown.toFixed(0)} MB${grown > goalMb ? ` > ${goalMb}` : ''}`,
  )
}

/** Years of letters and of requests for disclosure. */
export const main = () =>
  onBoth({
    ...{ name: 'letters', says: `${sizes.letters} 封信，${sizes.requests} 件申请，${sizes.depts} 个部门` },
    ...{ fill: fillLetters, questions, accounts: { admin: 'admin' }, goalMs, calls, after: exported },
  })
