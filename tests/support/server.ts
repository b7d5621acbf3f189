import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { wholeContract } from '../../core/contract/areas.ts'
import type { Area, Endpoint } from '../../core/contract/endpoint.ts'
import { encode } from '../../core/contract/wire.ts'
import { rightsChanged } from '../../server/access/rights.ts'
import { openSession } from '../../server/access/session.ts'
import { type AppOptions, createApp } from '../../server/app.ts'
import type { Parts } from '../../server/context.ts'
import { hereShown } from '../../server/http/near.ts'
import { openParts, type ServeOptions } from '../../server/serve.ts'
import { sessionSpan } from '../../server/settings.ts'
import { type Database, newPostgres } from './databases.ts'
import { brokenDocument, brokenPromises } from './held.ts'
import { oneConnection } from './one-connection.ts'
import { quickHash } from './passwords.ts'

export interface Reply {
  readonly status: number
  readonly errorCode: string
  readonly errorMsg: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly value: any
  readonly requestId: string
  readonly text: string
  readonly headers: Headers
}

export interface Person {
  readonly userId: number
  readonly account: string
  readonly token: string
  /** Calls `area.name` of the contract. */
  call(name: string, input?: object): Promise<Reply>
}

export interface TestServer {
  readonly url: string
  readonly parts: Parts
  readonly app: FastifyInstance
  /** A request as it is, for what the contract's client would never send. */
  raw(path: string, init?: RequestInit): Promise<Reply>
  anyone: Person
  /** The headers by which a program of the server's own machine shows that it reads the key. */
  here: Readonly<Record<string, string>>
  /** A user with the roles of these aliases, signed in. */
  person(options: {
    roles: readonly string[]
    deptId?: number | null
    columns?: readonly number[]
    name?: string
    /** Needed only to sign in by it. */
    password?: string
  }): Promise<Person>
  /** Whoever has a token, as a script. */
  bearer(token: string): Person
  /** The server's clock, to be moved by tests. */
  clock: { now: number }
  close(): Promise<void>
}

async function read(response: Response): Promise<Reply> {
  const text = await response.text()
  let json: Partial<Reply> = {}
  try {
    json = JSON.parse(text) as Partial<Reply>
  } catch {}
  return {
    status: response.status,
    errorCode: json.errorCode ?? '',
    errorMsg: json.errorMsg ?? '',
    value: json.value,
    requestId: json.requestId ?? '',
    text,
    headers: response.headers,
  }
}

/** @throws Error where a reply is not what its contract says, whether it comes in the envelope, without it or as a document */
function holdTo(name: string, e: Endpoint, { status, headers, text, errorCode, value }: Reply, asked: boolean): void {
  const isJson = headers.get('content-type')?.startsWith('application/json') === true
  // a refusal comes in the envelope, whatever was asked for
  if (status !== 200 || (isJson && errorCode !== '' && errorCode !== '0')) return
  const broken = isJson
    ? brokenPromises(e, e.reply === 'raw' ? JSON.parse(text) : value, asked)
    : brokenDocument(e, headers)
  if (broken.length > 0) throw new Error(`${name} answers other than its contract: ${broken.slice(0, 5).join('; ')}`)
}

let made = 0

/** A real server on a fresh database and a free port, with a clock that tests can move. */
export async function startServer(
  database: Database = 'sqlite',
  more: Partial<Parts> = {},
  { areas = {}, ...given }: Pick<Partial<ServeOptions>, 'site' | 'err'> & { readonly areas?: AppOptions['more'] } = {},
): Promise<TestServer> {
  const data = mkdtempSync(join(tmpdir(), 'xzx-test-'))
  const postgres = database === 'postgres' ? await newPostgres() : undefined
  const silent = () => {}
  const opened = await openParts({
    port: 0,
    host: '127.0.0.1',
    data,
    demo: true,
    databaseUrl: postgres?.url,
    out: silent,
    err: silent,
    signal: new AbortController().signal,
    ...given,
  })
  const clock = { now: Date.parse('2026-11-21T01:05:00Z') }
  const db = database === 'postgres' ? oneConnection(opened.db) : opened.db
  const parts: Parts = { ...opened, db, now: () => clock.now, ...more }
  const app = await createApp(parts, { more: areas })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const contract: Readonly<Record<string, Area>> = {
    ...(await wholeContract()),
    ...Object.fromEntries(Object.entries(areas).map(([name, { calls }]) => [name, calls])),
  }
  const raw = async (path: string, init?: RequestInit) => read(await fetch(url + path, { redirect: 'manual', ...init }))

  const caller = (userId: number, token: string, account = ''): Person => ({
    userId,
    account,
    token,
    async call(name, input = {}) {
      const [area = '', call = ''] = name.split('.')
      const e = contract[area]?.[call]
      if (!e) throw new Error(`no call ${name}`)
      const out = encode(e, input as Record<string, unknown>)
      const query = new URLSearchParams(out.query.map(([k, v]) => [k, v]))
      const body = out.body === undefined ? undefined : JSON.stringify(out.body)
      const reply = await raw(`${out.path}${query.size > 0 ? `?${query}` : ''}`, {
        method: e.method === 'GET' ? 'GET' : 'POST',
        headers: {
          ...(token && { authorization: token }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...out.headers,
        },
        ...(body !== undefined && { body }),
      })
      holdTo(name, e, reply, 'fields' in input)
      return reply
    },
  })

  return {
    url,
    parts,
    app,
    raw,
    clock,
    anyone: caller(0, ''),
    bearer: (token) => caller(0, token),
    here: { 'x-here': hereShown(parts.secret, { address: '127.0.0.1', port: Number(new URL(url).port) }) },
    async person({ roles, deptId = null, columns, name, password }) {
      made += 1
      const account = `test${made}`
      const db = parts.db.write
      const { id } = await db
        .insertInto('user')
        .values({
          account,
          name: name ?? `测试${made}`,
          deptId,
          userType: '2',
          mustChange: 0,
          passwordAt: 0,
          version: 1,
          state: 0,
          password: password === undefined ? 'x' : quickHash(password),
          demo: 0,
          createdAt: clock.now,
          updatedAt: clock.now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const alias of roles) {
        const role = await db.selectFrom('role').select('id').where('alias', '=', alias).executeTakeFirstOrThrow()
        await db.insertInto('userRole').values({ userId: id, roleId: role.id }).execute()
        for (const columnId of columns ?? [])
          await db
            .insertInto('columnRole')
            .values({ roleId: role.id, columnId })
            .onConflict((oc) => oc.doNothing())
            .execute()
      }
      await rightsChanged(db)
      const { token } = await openSession(db, parts.secret, {
        kind: 'person',
        userId: id,
        now: clock.now,
        ...(await sessionSpan(parts)),
        address: '127.0.0.1',
      })
      return caller(id, token, account)
    },
    async close() {
      await app.close()
      await parts.site.stop()
      await parts.db.close()
      await postgres?.drop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Which rows a role sees, from now on. */
export const giveScope = (server: TestServer, alias: string, dataScope: 'SELF' | 'DEPART') =>
  server.parts.db.write.updateTable('role').set({ dataScope }).where('alias', '=', alias).execute()

/** Makes a column; answers its id. */
export async function makeColumn(server: TestServer, title = '政协要闻', parentId = 0): Promise<number> {
  const now = server.clock.now
  const { id } = await server.parts.db.write
    .insertInto('column')
    .values({ title, type: 1, parentId, sort: 0, createdAt: now, updatedAt: now, version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes a department; answers its id. */
export async function makeDept(server: TestServer, name = '办公室', parentId = 0): Promise<number> {
  const now = server.clock.now
  const kind = { state: 0, deptType: 0, isCount: 0, type: 3 }
  const { id } = await server.parts.db.write
    .insertInto('dept')
    .values({ name, parentId, sort: 0, ...kind, createdAt: now, updatedAt: now, version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await rightsChanged(server.parts.db.write)
  return id
}

/** An article that can be saved. */
export const anArticle = (columnId: number, more: object = {}) => ({
  columnId,
  title: '县政协召开常委会会议',
  content: '<p>会议听取了提案办理情况的通报。</p>',
  ...more,
})
