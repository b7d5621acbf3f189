import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { tables } from '../../server/db/table.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

/** Calls that have an order of their own, whoever asks for which. */
const unsorted = ['forum.webList', 'bulletin.bulletinByYearList', 'mailCount.webList']

describe.each(databases)('lists on %s', (database) => {
  let server: TestServer
  let admin: Person
  let fields: ReadonlySet<string>
  /** Lists by name, with the fields of their rows. */
  const lists: { name: string; open: boolean; shown: ReadonlySet<string> }[] = []

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    fields = new Set([...tables.values()].flatMap(({ sort = {} }) => Object.keys(sort)))
    for (const [area, call, { input, output, access }] of eachEndpoint(await wholeContract())) {
      const { sortField } = (input as z.ZodObject).shape ?? {}
      const { list } = ((output as z.ZodObject | undefined)?.shape ?? {}) as { list?: z.ZodArray<z.ZodObject> }
      const name = `${area}.${call}`
      if (sortField && list?.element?.shape && !unsorted.includes(name))
        lists.push({ name, open: access === 'public', shown: new Set(Object.keys(list.element.shape)) })
    }
  })
  afterAll(() => server.close())

  test('that everybody reads are sorted by nothing that their rows do not show', async () => {
    const open = lists.filter((one) => one.open)
    expect(open.length).toBeGreaterThan(10)
    const told: string[] = []
    for (const { name, shown } of open)
      for (const sortField of fields) {
        if (shown.has(sortField) || sortField === 'id') continue
        const reply = await server.anyone.call(name, { sortField, pageSize: 1 })
        if (reply.errorCode !== 'BAD_INPUT' || !reply.errorMsg?.includes('sortField')) told.push(`${name} ${sortField}`)
      }
    // an article is called articleId wherever it is listed
    expect(told.filter((one) => !/ articleId$/.test(one))).toEqual([])
  })

  test('say by what they may be sorted', async () => {
    const by = async (call: string, sortField: string) => (await server.anyone.call(call, { sortField })).errorMsg
    expect(await by('apply.webList', 'due')).toBe('排序字段（sortField）：只能是 receivedAt、answeredAt')
    expect(await by('mail.webList', 'state')).toBe('排序字段（sortField）：只能是 createdAt、repliedAt')
    expect(await by('apply.webList', 'answeredAt')).toBe('')
    const staff = await admin.call('mail.list', { sortField: 'due', sortOrder: 'asc' })
    expect(staff).toMatchObject({ errorCode: '0' })
  })
})
