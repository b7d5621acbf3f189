import type { DemoPlace } from './place.ts'

/** Opinions that committee members put forward in the demo county: one in each state. */

/** Who answers for a department. */
const answers = { proposal: 'tian', culture: 'wenshi', office: 'bangongshi' } as const

interface DemoAdvice {
  readonly title: string
  readonly content: string
  readonly proposer: string
  readonly dept: keyof typeof answers
  readonly status: 0 | 1 | 2 | 3
  readonly days: number
  readonly result?: readonly [title: string, content: string]
  readonly reason?: string
}

const advices: readonly DemoAdvice[] = [
  {
    title: '在政协文史馆增设有声讲解',
    content: '文史馆的展板文字较多，老年参观者看起来吃力。建议在主要展位增设扫码收听的讲解，并提供大字版说明。',
    proposer: '顾砚秋',
    dept: 'culture',
    status: 0,
    days: 2,
  },
  {
    title: '把提案办理进度放到网站上',
    content: '委员提交提案以后，希望能在网站上看到承办单位和办理进度，不必逐个打电话询问。',
    proposer: '陆青禾',
    dept: 'proposal',
    status: 1,
    days: 9,
    result: [
      '关于公开提案办理进度的答复',
      '提案办理进度已列入网站下一阶段的改版内容，计划先公开重点提案，再逐步扩大到全部提案。',
    ],
  },
  {
    title: '常委会会议材料提前三天发送',
    content: '会议材料往往会前一天才收到，来不及调研准备。建议至少提前三天发送电子版。',
    proposer: '界别活动召集人',
    dept: 'office',
    status: 2,
    days: 31,
    result: [
      '关于提前发送会议材料的答复',
      '自下次常委会会议起，会议材料的电子版在会前五个工作日发送，纸质材料报到时领取。',
    ],
  },
  {
    title: '委员读书活动增加线上场次',
    content: '部分委员在外地工作，无法到现场参加读书活动，建议同步开设线上场次。',
    proposer: '田委员',
    dept: 'culture',
    status: 3,
    days: 15,
    result: ['关于线上读书活动的答复', '已研究。'],
    reason: '请说明具体的安排和时间',
  },
]

const day = 24 * 3600_000

/** Writes the opinions, what was answered, and the steps of both. */
export async function add({ trx, now, ...at }: DemoPlace): Promise<void> {
  const people = await trx.selectFrom('user').select(['id', 'name']).execute()
  const hand = (account: string) => {
    const byId = at.users.get(account) as number
    return { byId, byName: people.find(({ id }) => id === byId)?.name ?? account }
  }
  const { byId: office } = hand('fushen')
  for (const { title, content, proposer, dept, status, days, result, reason = null } of advices) {
    const created = now - days * day
    const acts = [
      { act: '新增', status: 0, reason: null, ...hand('fushen') },
      ...(result ? [{ act: '答复', status: 1, reason: null, ...hand(answers[dept]) }] : []),
      ...(status === 2 ? [{ act: '通过答复', status, reason: null, ...hand('fushen') }] : []),
      ...(status === 3 ? [{ act: '退回答复', status, reason, ...hand('fushen') }] : []),
    ]
    const last = created + (acts.length - 1) * day
    const answered = result && {
      resultTitle: result[0],
      resultContent: result[1],
      resultBy: hand(answers[dept]).byId,
      resultAt: created + day,
    }
    const { id } = await trx
      .insertInto('advice')
      .values({
        ...{ title, content, proposer, status, reason, deptId: at.depts.get(dept) as number },
        ...{
          createdBy: office,
          createdAt: created,
          updatedBy: acts.at(-1)?.byId ?? office,
          updatedAt: last,
          version: acts.length,
        },
        ...answered,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const steps = acts.map((step, i) => ({
      ...{ kind: 'advice', rowId: id, no: i + 1, at: created + i * day },
      ...step,
    }))
    await trx.insertInto('history').values(steps).execute()
  }
}
