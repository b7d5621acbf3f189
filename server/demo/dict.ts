import type { DemoPlace } from './place.ts'

/** Dictionaries of an office, with their entries. */
const dicts: readonly { key: string; name: string; entries: Readonly<Record<string, string>>; off?: string }[] = [
  {
    key: 'articleSource',
    name: '稿件来源',
    entries: {
      office: '县政协办公室',
      xinhua: '新华社',
      rmzxb: '人民政协报',
      people: '人民网',
      county: '县融媒体中心',
      paper: '县报社',
    },
    // merged into the media centre
    off: 'paper',
  },
  {
    key: 'sector',
    name: '委员界别',
    entries: {
      cpc: '中国共产党',
      league: '共青团',
      union: '工会',
      women: '妇联',
      science: '科学技术界',
      economy: '经济界',
      agriculture: '农业和农村界',
      education: '教育界',
      health: '医药卫生界',
      invited: '特邀人士',
    },
  },
  {
    key: 'meetingType',
    name: '会议类型',
    entries: {
      plenary: '全体会议',
      standing: '常委会会议',
      chairs: '主席会议',
      consult: '专题协商会',
      visit: '视察调研',
    },
  },
]

/** Behind those that are shipped. */
export async function add({ trx, longAgo }: DemoPlace): Promise<void> {
  const fresh = { createdAt: longAgo, updatedAt: longAgo, version: 1 }
  for (const [i, { key, name, entries, off }] of dicts.entries()) {
    const { id } = await trx
      .insertInto('dict')
      .values({ ...fresh, parentId: 0, dictKey: key, name, state: 1, sort: i + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = Object.entries(entries).map(([key, name], sort) => ({ key, name, sort, state: key === off ? 0 : 1 }))
    await trx
      .insertInto('dict')
      .values(rows.map((row) => ({ ...fresh, ...row, parentId: id })))
      .execute()
  }
}
