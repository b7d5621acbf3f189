import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openSqlite } from '../../server/db/open.ts'
import { adminOf, startProcess } from '../support/process.ts'
import { median, rate, settled, usageOf } from './measure.ts'
import { newHouse } from './rows-fill.ts'

/** What the counts for statistics, kept by the database with each change, add to a save, in processor time on SQLite. */

const [rounds, saves, parallel] = [7, 400, 8]
const byMonths = ['articleMonth', 'articleColumnMonth', 'mailMonth', 'mailTypeMonth']
const byYears = ['articleYear', 'mailYear']
/** What is not kept up, by how the figure is called. */
const kinds = { 都不记: [...byMonths, ...byYears], 只按月记: byYears, 都记: [] } as const
const content = `<p>${'会议召开，听取了关于今年重点工作的汇报。'.repeat(60)}</p>`

const deeds = {
  写文章: (i: number) => ['/api/article/save/admin', { columnId: 1, title: `第 ${i} 篇`, content }],
  登记来信: (i: number) => [
    '/mail/add',
    { type: 0, title: `第 ${i} 封`, content: '路灯不亮', name: '周小雨', phone: '13900001234', openFlag: 1 },
  ],
} as const satisfies Record<string, (i: number) => readonly [string, object]>

/** A server of its own, whose database keeps these counts no more. */
async function houseWithout(counts: readonly string[]) {
  const data = mkdtempSync(join(tmpdir(), 'xzx-upkeep-'))
  const { db } = await newHouse(data)
  await db.close()
  const { write, close } = openSqlite(join(data, 'xzx.db'))
  for (const name of counts)
    for (const on of ['insert', 'update', 'delete']) await sql.raw(`drop trigger "${name}_${on}"`).execute(write)
  await close()
  const server = await startProcess(data, { built: true })
  const pid = server.child.pid as number
  const post = await adminOf(server.url)
  await post('/column/save?columnType=1&categoryTitle=%E6%B5%8B%E8%AF%95')
  let saved = 0
  /** Milliseconds of processor that a save takes. */
  async function cost(deed: keyof typeof deeds): Promise<number> {
    const before = usageOf(pid).cpu
    await rate(saves, parallel, async () => {
      const [path, body] = deeds[deed](saved++)
      const reply = await post(path, body)
      if (reply.errorCode !== '0') throw new Error(`${path}: ${reply.errorMsg}`)
    })
    return (usageOf(pid).cpu - before) / saves
  }
  async function end() {
    await server.end('SIGTERM')
    rmSync(data, { recursive: true, force: true })
  }
  await settled(pid)
  return { cost, end }
}

/** Saves by turns, so that a busy machine hits all alike. */
export async function main(): Promise<void> {
  const houses = await Promise.all(
    Object.entries(kinds).map(async ([says, counts]) => ({ says, ...(await houseWithout(counts)) })),
  )
  for (const deed of Object.keys(deeds) as (keyof typeof deeds)[]) {
    const costs = houses.map((): number[] => [])
    // the first round warms up
    for (let round = 0; round <= rounds; round += 1)
      for (const [i, { cost }] of houses.entries()) {
        const ms = await cost(deed)
        if (round > 0) costs[i]?.push(ms)
      }
    const least = median(costs[0] as number[])
    for (const [i, { says }] of houses.entries()) {
      const ms = median(costs[i] as number[])
      console.log(`${deed}，${says}：处理器 ${ms.toFixed(3)} ms，${(ms / least).toFixed(3)} ×`)
    }
  }
  for (const { end } of houses) await end()
}
