import { expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { fuzz } from '../support/fuzz.ts'
import { anArticle, makeColumn, startServer } from '../support/server.ts'

const requests = Number(process.env.XZX_FUZZ ?? 2000)

/** `npm run bench -- fuzz` sends 100,000. */
test.each(databases)(
  'random inputs to every call on %s: no fault, no hang',
  { timeout: 60_000 + requests * 20 },
  async (database) => {
    const server = await startServer(database)
    const admin = await server.person({ roles: ['admin'] })
    const column = await makeColumn(server)
    for (let i = 0; i < 20; i += 1) await admin.call('article.saveAdmin', anArticle(column))
    const report = await fuzz(server, admin.token, requests, 20261121)
    expect(report.faults.slice(0, 5)).toEqual([])
    expect((await admin.call('log.check')).value.whole).toBe(true)
    await server.close()
  },
)
