import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openPostgres } from '../../server/db/open.ts'
import { startPostgres } from '../support/postgres.ts'
import { adminOf, startProcess } from '../support/process.ts'
import { median, rate, settled, usageOf, usageWithin } from './measure.ts'
import { newHouse } from './rows-fill.ts'

/** What the counts for statistics, kept by the database with each change, add to a save, in processor time of the server, on PostgreSQL of the database too. */

const [rounds, saves, parallel] = [7, 400, 8]
const byMonths = [
  ['articleMonth', 'article'],
  ['articleColumnMonth', 'article'],
  ['mailMonth', 'mail'],
  ['mailTypeMonth', 'mail'],
] as const
const byYears = [
  ['articleYear', 'article'],
  ['mailYear', 'mail'],
] as const
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

/** Where houses have their databases: in their folders, or each in one of a PostgreSQL. */
interface Place {
  readonly name: string
  /** The address of a new database. */
  newDatabase(): Promise<string | undefined>
  /** Processor in ms that the database has used beside the server. */
  usage(): number
  end(): Promise<void>
}
const inFolders: Place = { name: 'SQLite', newDatabase: async () => undefined, usage: () => 0, end: async () => {} }

async function inPostgres(): Promise<Place | null> {
  const postgres = await startPostgres()
  if (!postgres) return null
  const { folder, end } = postgres
  const urlOf = (name: string) => `postgresql://postgres@localhost/${name}?host=${encodeURIComponent(folder)}`
  const pid = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  let made = 0
  return {
    ...{ name: 'PostgreSQL', end, usage: () => usageWithin(pid) },
    async newDatabase() {
      const db = await openPostgres(urlOf('postgres'))
      made += 1
      await sql.raw(`create database house${made}`).execute(db.write)
      await db.close()
      return urlOf(`house${made}`)
    },
  }
}

/** A server of its own, whose database keeps these counts no more. */
async function houseWithout(place: Place, counts: readonly (readonly [counts: string, of: string])[]) {
  const data = mkdtempSync(join(tmpdir(), 'xzx-upkeep-'))
  const databaseUrl = await place.newDatabase()
  const { db } = await newHouse(data, databaseUrl)
  for (const [name, of] of counts)
    for (const on of ['insert', 'update', 'delete'])
      await sql.raw(`drop trigger "${name}_${on}"${databaseUrl ? ` on "${of}"` : ''}`).execute(db.write)
  await db.close()
  const server = await startProcess(data, { built: true, ...(databaseUrl && { databaseUrl }) })
  const pid = server.child.pid as number
  const post = await adminOf(server.url)
  await post('/column/save?columnType=1&categoryTitle=%E6%B5%8B%E8%AF%95')
  let saved = 0
  /** Milliseconds of processor that a save takes. */
  async function cost(deed: keyof typeof deeds): Promise<number> {
    const used = () => usageOf(pid).cpu + place.usage()
    const before = used()
    await rate(saves, parallel, async () => {
      const [path, body] = deeds[deed](saved++)
      const reply = await post(path, body)
      if (reply.errorCode !== '0') throw new Error(`${path}: ${reply.errorMsg}`)
    })
    return (used() - before) / saves
  }
  async function end() {
    await server.end('SIGTERM')
    rmSync(data, { recursive: true, force: true })
  }
  await settled(pid)
  return { cost, end }
}

/** Saves by turns, so that a busy machine hits all alike. */
async function on(place: Place): Promise<void> {
  console.log(`\n${place.name}`)
  const houses: (Awaited<ReturnType<typeof houseWithout>> & { says: string })[] = []
  for (const [says, counts] of Object.entries(kinds)) houses.push({ says, ...(await houseWithout(place, counts)) })
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

export async function main(): Promise<void> {
  const places = [inFolders, await inPostgres()]
  for (const place of places) {
    if (!place) continue
    await on(place)
    await place.end()
  }
}
