import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { themeAreas } from '../../core/domain/theme-names.ts'
import type { AnyDb } from '../../server/rows/list.ts'
import { runsFor } from '../../server/site/service.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const folders = { theme: 'public_topic', llTheme: 'public_exchange', xaxTheme: 'public_life' } as const
const at = Date.UTC(2026, 10, 20)

describe.each(databases)('topics on the site on %s', (database) => {
  let server: TestServer
  let admin: Person
  const db = () => server.parts.db.write as unknown as AnyDb
  const folder = () => server.parts.site.site.folder
  const contents = () =>
    new Map(
      readdirSync(folder(), { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile() && /\.(?:html|json|xml)$/.test(one.name))
        .map((one) => join(one.parentPath, one.name).slice(folder().length + 1))
        .filter((path) => !path.startsWith('site_search/'))
        .map((path) => [path, readFileSync(join(folder(), path), 'utf8')]),
    )
  const holding = (text: string) =>
    [...contents()].flatMap(([path, html]) => (html.includes(text) ? [path] : [])).sort()
  /** A whole run finds nothing to do but what it would have made itself. */
  const wholeIs = async () => {
    const before = contents()
    await runsFor(server.parts.site.site).all({ progress: () => {}, stopped: () => false } as never)
    expect(contents()).toEqual(before)
  }

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    for (const area of themeAreas)
      await db()
        .insertInto(area)
        .values(
          Array.from({ length: 45 }, (_, i) => ({
            ...{ title: `话题 ${i}`, content: '已有一周', kind: 0, type: 0, codeHash: `x${i}`, openFlag: 1, state: 1 },
            ...{ shown: 0, recommend: 0, replies: 0, createdAt: at, updatedAt: at, version: 1 },
          })),
        )
        .execute()
    await server.parts.site.start()
  })
  afterAll(async () => {
    // what has a place in the list is what is shown, and nothing else
    for (const area of themeAreas)
      for (const row of await db().selectFrom(area).selectAll().execute())
        expect(row.openNo !== null).toBe(row.state === 1 && row.shown === 1 && row.deletedAt === null)
    await server.close()
  })

  test.each(themeAreas)(
    'of %s come, are hidden, come back as the newest, and leave with their deletion',
    async (area) => {
      const pages = `${folders[area]}/`
      const call = async (name: string, some: readonly string[], more: object = {}) => {
        const { value, errorMsg } = await admin.call(`${area}.${name}`, { ids: some, ...more })
        expect(value?.done, errorMsg).toHaveLength(some.length)
        await server.parts.site.idle()
      }
      const found = await db().selectFrom(area).select('id').orderBy('id').execute()
      const ids = found.map(({ id }) => String(id))
      const [third, fifth] = [ids[3] as string, ids[5] as string]
      const on = (text: string) => holding(text).filter((path) => path.startsWith(pages))
      await call('show', ids, { show: 1 })
      expect(on('>话题 44<')).toEqual([`${pages}${ids[44]}.html`, `${pages}index.html`])
      expect(on('>话题 3<')).toEqual([`${pages}${third}.html`, `${pages}index_2.html`])
      await wholeIs()
      await call('show', [third], { show: 0, reason: '涉及个人隐私' })
      expect(holding(`${pages}${third}.html`)).toEqual([])
      expect(on('>话题 3<')).toEqual([])
      await wholeIs()
      await call('show', [third], { show: 1 })
      expect(on('>话题 3<')).toEqual([`${pages}${third}.html`, `${pages}index.html`])
      await wholeIs()
      await call('dels', [fifth])
      expect(on('>话题 5<')).toEqual([])
      const back = await admin.call(`${area}.binRestore`, { items: [{ id: fifth }] })
      expect(back.value.done).toEqual([fifth])
      await server.parts.site.idle()
      expect(on('>话题 5<')).toEqual([])
      await wholeIs()
    },
  )
})
