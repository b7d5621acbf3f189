import type { DemoPlace } from './place.ts'

const phrases = [
  { title: '开头：来信收悉', dept: 'proposal', content: '您好！您的来信收悉。经研究，现答复如下：' },
  { title: '结尾：感谢监督', dept: 'proposal', content: '感谢您对我们工作的关心和监督。' },
  {
    title: '转有关单位',
    dept: 'office',
    content: '您反映的问题属其他单位职责，我们已转请其办理，并将督促其按期答复。',
  },
  { title: '补充材料', dept: 'culture', content: '为便于核实，请您补充事情发生的时间、地点和有关照片。' },
] as const

/** Phrases of the demo county's departments. */
export async function add({ trx, longAgo, depts }: DemoPlace): Promise<void> {
  await trx
    .insertInto('mailPhrase')
    .values(
      phrases.map(({ dept, ...phrase }) => ({
        ...{ ...phrase, deptId: depts.get(dept) as number, createdAt: longAgo, updatedAt: longAgo, version: 1 },
      })),
    )
    .execute()
}
