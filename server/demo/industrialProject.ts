import { texts } from '../areas/industrialProject/open.ts'
import { industrialProject as table } from '../db/tables/industrialProject.ts'
import { placeAll } from '../letters/placed.ts'
import { sealed } from '../rows/personal.ts'
import { type DemoPlace, day } from './place.ts'

const projects = [
  {
    ...{ title: '核桃深加工生产线', company: '青石县山里红食品厂', industry: 2, place: '城北工业园' },
    ...{ money: 4800, status: 1, days: 60, name: '秦志远', phone: '19900000031' },
    content: '新建核桃油、核桃粉两条生产线，年加工核桃三千吨。',
  },
  {
    ...{ title: '重型减速机扩能', company: '青石重型机械厂', industry: 1, place: '城南工业园' },
    ...{ money: 26_500, status: 1, days: 45, name: '吕建新', phone: '19900000032' },
    content: '新增加工中心二十台，年产能由八百台增至两千台。',
  },
  {
    ...{ title: '屋顶光伏', company: null, industry: 5, place: '各乡镇' },
    ...{ money: 9000, status: 0, days: 4, name: '段先生', phone: '19900000033' },
    content: '利用厂房屋顶建设分布式光伏，约二十兆瓦。',
  },
  {
    ...{ title: '旧物回收点', company: null, industry: 9, place: null },
    ...{ money: null, status: 2, days: 30, reason: '不属于工业项目', name: '王先生', phone: '19900000034' },
    content: '想在城北开一个旧物回收点。',
  },
] as const

/** Industrial projects that were handed in in the demo county. */
export async function add({ trx, parts, now }: DemoPlace): Promise<void> {
  for (const { days, name, phone, ...said } of projects) {
    const at = now - days * day
    await trx
      .insertInto('industrialProject')
      .values({
        ...{ ...said, ...sealed(parts.secret, table, { name, phone }), createdAt: at, updatedAt: at, version: 1 },
        ...(said.status === 1 && { publishedAt: at + day, ...texts.wording(said, name) }),
      })
      .execute()
  }
  await placeAll(trx, 'industrialProject')
}
