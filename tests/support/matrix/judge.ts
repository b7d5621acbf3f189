import type { Area } from '../../../core/contract/endpoint.ts'
import { openSession } from '../../../server/access/session.ts'
import { seedDemo } from '../../../server/demo/seed.ts'
import type { TestServer } from '../server.ts'
import { type Caller, makeCallers, makePlaces, turnedAway } from './callers.ts'
import { type Cell, cellsOf, inputFor, type Outcome, ofOne, type Samples, send, type Told } from './calls.ts'
import { isShown, leaked, missing, reaches } from './reach.ts'
import { absent, makeSamples, type Sample } from './rows.ts'

/** Each call as each caller makes it, and what is wrong with what came of it. */

type Contract = Readonly<Record<string, Area>>

export interface World {
  readonly server: TestServer
  readonly contract: Contract
  readonly callers: readonly Caller[]
  readonly samples: Samples
  /** Requests so far. */
  asked: number
}

/** Of sessions the first is that of which the samples are copies. */
const scriptToken = ({ parts, clock }: TestServer) =>
  openSession(parts.db.write, parts.secret, {
    ...{ kind: 'script', userId: 1, name: '样例', keys: ['article_list'], now: clock.now },
    ...{ idleMs: 0, lastsMs: 3600_000, address: '127.0.0.1' },
  })

const nameOf = ({ table, bin }: Cell) => `${bin ? 'bin ' : ''}${table?.name}`

/** The demo county with the callers, and sample rows of each table that a call takes ids of. */
export async function makeWorld(server: TestServer, contract: Contract): Promise<World> {
  await seedDemo(server.parts, { password: 'qingshi-demo-2026' })
  const places = await makePlaces(server)
  await scriptToken(server)
  const callers = await makeCallers(server, places)
  const people = {
    reporter: callers.find(({ role }) => role === 'reporter')?.userId ?? 0,
    colleague: (await server.person({ roles: [], deptId: places.a })).userId,
    below: (await server.person({ roles: [], deptId: places.sub })).userId,
    stranger: (await server.person({ roles: [], deptId: places.b })).userId,
  }
  const samples = new Map<string, readonly Sample[]>()
  for (const [area, calls] of Object.entries(contract))
    for (const cell of cellsOf(area, calls))
      if (cell.table && !samples.has(nameOf(cell)))
        samples.set(nameOf(cell), await makeSamples(server, cell.table, places, people, cell.bin))
  return { server, contract, callers, samples, asked: 0 }
}

const said = ({ code, says }: Told) => `${code} ${says}`
/** What is answered about a row, but for its number. */
const plain = ({ code, says }: Told, id: number) =>
  `${code} ${says.replace(new RegExp(`(?<!\\d)${id}(?!\\d)`, 'g'), '')}`
/** A caller whose row it is was not heard. */
const unheard = ['NOT_FOUND', 'NO_PERMISSION', 'BAD_INPUT', 'MISSING_PARAMETER', 'FAULT']
/** They did not get as far as the work. */
const shut = ['NOT_SIGNED_IN', 'SESSION_OVER', 'NO_PERMISSION', 'FAULT']

/** Nobody gives or takes more than they have (docs/decisions/0022-administering-rights.md). */
const beyond = /^(?:您没有|有人会因此|您自己会因此)|请由管理员办理$|要由数据范围为全部的人员/
const isBeyond = ({ role }: Caller, { code, says }: Told) =>
  role === 'local' && code === 'NO_PERMISSION' && beyond.test(says)

/** What is wrong with what somebody was answered about a row; null: nothing. @param nothing what is answered about a row that is not there */
function judged(cell: Cell, caller: Caller, sample: Sample, one: Told, nothing: Told): string | null {
  if (reaches(caller, sample, cell)) {
    return unheard.includes(one.code) && !isBeyond(caller, one) ? `within reach: ${said(one)}` : null
  }
  if (one.code === '0' && one.text !== nothing.text) return 'out of reach, and done'
  const told = !isShown(caller, sample) && plain(one, sample.id) !== plain(nothing, absent)
  return told ? `told apart from one that is not there: ${said(one)} / ${said(nothing)}` : null
}

/** Makes a call as somebody, about each sample row of its table. @returns what is wrong */
export async function tried(world: World, cell: Cell, caller: Caller): Promise<string[]> {
  const { server, contract, samples } = world
  const { name, e, key } = cell
  const faults: string[] = []
  const wrong = (what: string) => void faults.push(`${name} · ${caller.says}：${what}`)
  const rows = cell.table ? (samples.get(nameOf(cell)) ?? []) : []
  async function ask(ids: readonly number[], about?: Sample): Promise<Outcome> {
    world.asked += 1
    const reply = await send(server.url, cell, caller, inputFor(cell, ids, samples, about))
    if (reply.status >= 500) wrong(reply.text.slice(0, 200))
    for (const what of reply.broken) wrong(`answers other than its contract: ${what}`)
    for (const { table, says } of leaked(cell, caller, reply, samples)) wrong(`is told of ${table} ${says}`)
    for (const { says } of missing(cell, caller, reply, samples)) wrong(`${says} is not in the list`)
    return reply
  }
  function judge(sample: Sample, one: Told, nothing: Told): void {
    const fault = judged(cell, caller, sample, one, nothing)
    if (fault !== null) wrong(`${sample.says} ${fault}`)
  }
  const away = turnedAway(caller, e, key, contract)
  if (away !== null || rows.length === 0) {
    const [row] = rows
    const reply = await ask(row ? [row.id] : [], row)
    const refused = shut.includes(reply.code) && !isBeyond(caller, reply)
    if (away === null ? e.access !== 'public' && refused : reply.code !== away)
      wrong(`${away ?? 'let in'} expected: ${said(reply)}`)
    return faults
  }
  if (cell.bulk) {
    const reply = await ask([...rows.map(({ id }) => id), absent], rows[0])
    // what answers no list of those that failed is asked about each
    if (Array.isArray(reply.value?.failed)) {
      const nothing = ofOne(reply, absent)
      if (nothing.code === '0') wrong('does its work on what is not there')
      for (const row of rows) judge(row, ofOne(reply, row.id), nothing)
      return faults
    }
  }
  const nothing = ofOne(await ask([absent], rows[0]), absent)
  for (const row of rows) judge(row, ofOne(await ask([row.id], row), row.id), nothing)
  return faults
}
