import { placeAll } from '../letters/placed.ts'
import { type DemoPlace, day } from './place.ts'

/** Products of the demo county. */
export async function add({ trx, now }: DemoPlace): Promise<void> {
  const made = (days: number) => ({ createdAt: now - days * day, updatedAt: now - days * day, version: 1 })
  await trx
    .insertInto('product')
    .values([
      {
        ...{ title: '青石核桃油', company: '青石县山里红食品厂', money: 3200, status: 1, ...made(40) },
        ...{ contact: '0000-0000001', summary: '冷榨核桃油，二百五十毫升装。' },
        content: '选用本县高山核桃，当季采收，低温冷榨。\n每年十月上市，可按年份订购。',
      },
      {
        ...{ title: '清水河粉丝', company: '清水河合作社', money: 860, status: 1, ...made(35) },
        ...{ contact: '0000-0000002', summary: '红薯粉丝，手工漏制，自然晾晒。' },
      },
      {
        ...{ title: '矿用减速机', company: '青石重型机械厂', money: 12_500, status: 1, ...made(20) },
        ...{ contact: '0000-0000003', summary: '井下运输机配套减速机，十二个型号。' },
      },
      { ...{ title: '仿古青砖', company: '城北建材厂', money: null, status: 0, ...made(2) }, summary: '修缮用青砖。' },
    ])
    .execute()
  await placeAll(trx, 'product')
}
