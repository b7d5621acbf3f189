import type { DemoPlace } from './place.ts'

/** What the demo county's front page recommends: real services of the state, and a column of its own. */
const links: readonly { readonly name: string; readonly url: string; readonly hits: number }[] = [
  { name: '中国政协网', url: 'http://www.cppcc.gov.cn/', hits: 318 },
  { name: '国家政务服务平台', url: 'https://gjzwfw.www.gov.cn/', hits: 274 },
  { name: '国务院“互联网+督查”', url: 'https://tousu.www.gov.cn/dc/wzysb/dc.htm', hits: 96 },
  { name: '国家法律法规数据库', url: 'https://flk.npc.gov.cn/', hits: 143 },
]

export async function add({ trx, users, longAgo }: DemoPlace): Promise<void> {
  const by = users.get('shenhe') as number
  const made = { createdBy: by, createdAt: longAgo, updatedBy: by, updatedAt: longAgo, version: 1 }
  await trx
    .insertInto('popula')
    .values(links.map((link, sort) => ({ ...link, sort, enabled: 1 as const, image: null, ...made })))
    .execute()
}
