import { keepReceivers } from '../areas/notice/receivers.ts'
import { cleanHtml, sealOf } from '../clean.ts'
import { toHtml } from './markup.ts'
import { type DemoPlace, day } from './place.ts'

interface DemoNotice {
  readonly title: string
  readonly text: string
  readonly status: 0 | 1 | 2
  readonly audience: 0 | 1 | 2
  readonly depts?: readonly string[]
  readonly users?: readonly string[]
  readonly mustConfirm?: true
  readonly isPublic?: true
  readonly reason?: string
  /** Days ago. */
  readonly days: number
  readonly readBy?: readonly string[]
}

/** What the office of the demo county tells its people. */
const notices: readonly DemoNotice[] = [
  {
    title: '关于开展年度档案归集的通知',
    text: '请各委员会于本月底前整理今年形成的会议纪要、调研报告和影像资料，列出目录，交办公室档案室归集。',
    status: 0,
    audience: 1,
    depts: ['proposal', 'culture'],
    days: 1,
  },
  {
    title: '关于召开机关工作例会的通知',
    text: '定于本周五上午九时在三楼会议室召开机关工作例会，请各委员会负责人准备近期工作情况，每人发言不超过十分钟。\n因故不能参加的，请于前一天向办公室请假。',
    status: 1,
    audience: 0,
    mustConfirm: true,
    days: 2,
    readBy: ['shenhe', 'bangongshi', 'tian'],
  },
  {
    title: '关于系统密码管理的通知',
    text: '请使用本系统的同志妥善保管账号，密码不要与其他系统相同；岗位变动时，请及时告知办公室调整权限。',
    status: 1,
    audience: 0,
    days: 9,
    readBy: ['shenhe', 'fushen', 'bangongshi', 'xinxi', 'zhidu'],
  },
  {
    title: '关于报送提案办理材料的通知',
    text: '请提案委员会于下周三前报送重点提案的办理进展，附承办单位的书面答复。',
    status: 1,
    audience: 1,
    depts: ['proposal'],
    days: 4,
  },
  {
    title: '关于校对文史资料清样的通知',
    text: '第三期文史资料清样已出，请于三日内校对完毕，改动之处用修订方式标出。',
    status: 1,
    audience: 2,
    users: ['wenshi', 'zhidu'],
    days: 3,
    readBy: ['zhidu'],
  },
  {
    title: '机关办公电话调整的通知',
    text: '因线路改造，自下月起机关各科室办公电话统一更换，新号码以网站公布的为准，旧号码保留转接一个月。',
    status: 1,
    audience: 0,
    isPublic: true,
    days: 20,
    readBy: ['shenhe', 'xinxi'],
  },
  {
    title: '关于组织健康体检的通知',
    text: '机关干部年度体检定于下周一、周二在县医院体检中心进行。',
    status: 2,
    audience: 0,
    reason: '事项已取消',
    days: 15,
  },
]

export async function add({ trx, parts, users, depts, now }: DemoPlace): Promise<void> {
  const by = users.get('shenhe') as number
  const { deptId, name } = await trx
    .selectFrom('user')
    .select(['deptId', 'name'])
    .where('id', '=', by)
    .executeTakeFirstOrThrow()
  for (const one of notices) {
    const content = cleanHtml(toHtml(one.text))
    const at = now - one.days * day
    const isSent = one.status !== 0
    const row = await trx
      .insertInto('notice')
      .values({
        ...{ title: one.title, status: one.status, reason: one.reason ?? null, audience: one.audience, auto: 0 },
        ...{ mustConfirm: one.mustConfirm ? 1 : 0, isPublic: one.isPublic ? 1 : 0 },
        ...{ sentAt: isSent ? at : null, sentBy: isSent ? by : null },
        sentTo: null,
        ...{ deptId, createdBy: by, createdAt: at, updatedBy: by, updatedAt: at, version: one.status + 1 },
        ...{ content, seal: sealOf(content, parts.secret.seal) },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const { id } = row
    const step = { kind: 'notice', rowId: id, byId: by, byName: name }
    const steps = [
      { ...step, no: 1, act: '新增', status: 0, reason: null, at },
      ...(isSent ? [{ ...step, no: 2, act: '发送', status: 1, reason: null, at }] : []),
      ...(one.status === 2
        ? [{ ...step, no: 3, act: '撤回', status: 2, reason: one.reason ?? null, at: at + day }]
        : []),
    ]
    await trx.insertInto('history').values(steps).execute()
    const to = [
      ...(one.depts ?? []).map((key) => ({ noticeId: id, deptId: depts.get(key) as number, userId: null })),
      ...(one.users ?? []).map((account) => ({ noticeId: id, deptId: null, userId: users.get(account) as number })),
    ]
    if (to.length > 0) await trx.insertInto('noticeTo').values(to).execute()
    if (isSent) await keepReceivers(trx, row)
    const marks = (one.readBy ?? []).map((account, i) => ({
      ...{ noticeId: id, userId: users.get(account) as number, readAt: at + (i + 1) * 1800_000 },
      confirmedAt: one.mustConfirm && i === 0 ? at + 1800_000 : null,
    }))
    if (marks.length > 0) await trx.insertInto('noticeRead').values(marks).execute()
  }
}
