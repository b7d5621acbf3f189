import { placeAll } from '../letters/placed.ts'
import { type DemoPlace, day } from './place.ts'

/** People of the demo county whom others know; all of them are made up. */
export async function add({ trx, now }: DemoPlace): Promise<void> {
  const made = (days: number) => ({ createdAt: now - days * day, updatedAt: now - days * day, version: 1 })
  await trx
    .insertInto('celebrity')
    .values([
      {
        ...{ title: '孟青山', otherName: '字伯远', gender: 1, field: 3, years: '1871—1946', nativePlace: '城关镇' },
        ...{ status: 1, ...made(80), summary: '书法家，创办青石第一所新式小学。' },
        content: '自幼习碑，晚年居乡授徒，墨迹多存于县文史馆。\n青石第一所新式小学由他募款兴建。',
      },
      {
        ...{ title: '段玉兰', otherName: null, gender: 2, field: 5, years: '1902—1988', nativePlace: '清水河乡' },
        ...{ status: 1, ...made(78), summary: '乡村医生，行医六十年。', content: '走遍全县各村，接生三千余人。' },
      },
      {
        ...{ title: '吕大川', otherName: null, gender: 1, field: 4, years: '1930—2011', nativePlace: '城北街道' },
        ...{ status: 0, ...made(5), summary: '创办青石重型机械厂。', content: null },
      },
    ])
    .execute()
  await placeAll(trx, 'celebrity')
}
