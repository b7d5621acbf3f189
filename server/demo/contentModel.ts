import type { DemoPlace } from './place.ts'

/** What a notice bears as an official paper. */
const fields = [
  {
    fieldType: 1,
    fieldTipsName: '发文字号',
    fieldFieldName: 'fwzh',
    maxLength: 50,
    inList: 1,
    hint: '例如 青协办发〔2026〕12 号',
  },
  { fieldType: 1, fieldTipsName: '成文日期', fieldFieldName: 'cwrq', maxLength: 20, hint: '例如 2026 年 11 月 2 日' },
  { fieldType: 3, fieldTipsName: '文件类型', fieldFieldName: 'wjlx', choices: '通知\n公告\n启事', inList: 1 },
  { fieldType: 3, fieldTipsName: '有效性', fieldFieldName: 'yxx', choices: '有效\n已失效', fieldDefault: '有效' },
  { fieldType: 2, fieldTipsName: '适用范围', fieldFieldName: 'syfw', choices: '全体委员\n机关各科室\n社会公众' },
] as const

/** What stands in them, by the notices' titles. */
const values: Readonly<Record<string, object>> = {
  关于召开县政协十一届五次会议的通知: {
    fwzh: '青协发〔2026〕21 号',
    wjlx: '通知',
    yxx: '有效',
    syfw: ['全体委员', '机关各科室'],
  },
  关于征集县政协十一届五次会议提案的通知: {
    fwzh: '青协发〔2026〕19 号',
    wjlx: '通知',
    yxx: '有效',
    syfw: ['全体委员'],
  },
  关于公布县政协年度协商计划的通知: { fwzh: '青协办发〔2026〕6 号', wjlx: '通知', yxx: '有效' },
  '关于开展“最美政协委员”推荐活动的公告': {
    fwzh: '青协办公告〔2026〕3 号',
    wjlx: '公告',
    yxx: '有效',
    syfw: ['社会公众'],
  },
}

/** The county's content model, which its notices have. */
export async function add({ trx, longAgo, columns }: DemoPlace): Promise<void> {
  const made = { createdAt: longAgo, updatedAt: longAgo, version: 1 }
  const { id } = await trx
    .insertInto('contentModel')
    .values({ cmName: '公文信息', cmTableName: 'gongwen', cmDescrip: '用于通知公告，填写文号和有效性', ...made })
    .returning('id')
    .executeTakeFirstOrThrow()
  const filled: ReadonlySet<string> = new Set(Object.values(values).flatMap(Object.keys))
  const carriedBy = (name: string) => (filled.has(name) ? 1 : 0)
  const empty = { required: 0, lines: 0, inList: 0, state: 1 } as const
  await trx
    .insertInto('contentModelField')
    .values(
      fields.map((field, i) => ({
        contentModelId: id,
        ...empty,
        ...field,
        carried: carriedBy(field.fieldFieldName),
        sort: i + 1,
        ...made,
      })),
    )
    .execute()
  for (const [title, given] of Object.entries(values)) {
    const modelFields = JSON.stringify(given)
    await trx.updateTable('article').set({ modelFields }).where('title', '=', title).execute()
  }
  const column = columns.get('tongzhi') as number
  await trx.updateTable('column').set({ contentModelId: id }).where('id', '=', column).execute()
}
