import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { type AreaName, areas } from '../../core/contract/areas.ts'
import type { Area, Endpoint } from '../../core/contract/endpoint.ts'
import { encode } from '../../core/contract/wire.ts'
import { databases } from '../support/databases.ts'
import { fetchFile, pdf, sendFile } from '../support/files.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

const draft = '主办还没有交的草稿'

describe.each(databases)('drafts of departments on %s', (database) => {
  let server: TestServer
  let desk: Person
  let light: Person
  let water: Person
  let depts: Record<'light' | 'water', string>
  let column: number

  const value = async (who: Person, name: string, input: object) => {
    const reply = await who.call(name, input)
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return reply.value
  }
  const move = (name: string, id: string, who = desk) => value(who, name, { items: [{ id }] })
  const fileOf = async (who: Person, to: string, called: string): Promise<string> =>
    (await sendFile(server, who, to, called, pdf(draft))).value.id
  const both = () => ({ deptId: depts.light, deptIds: [depts.water] })
  const wanted = {
    title: '东街改造的预算',
    content: '预算批复',
    name: '周小雨',
    phone: '13700000001',
    idNumber: '110101199003070134',
  }

  /** Each kind that departments have, and its calls: one of which somebody keeps a draft that another one is not to read. */
  const kinds: Readonly<
    Record<string, { calls: readonly AreaName[]; make: () => Promise<{ id: string; file?: string }> }>
  > = {
    mail: {
      calls: ['mail', 'mailForum'],
      async make() {
        const { id } = await value(desk, 'mail.add', {
          ...{ type: 1, title: '路灯不亮', content: '东街', name: '周小雨', phone: '13700000001', openFlag: 1 },
        })
        await desk.call('mail.examine', { ids: [id] })
        await value(desk, 'mailForum.deptSave', { id, ...both() })
        await value(light, 'mailForum.save', { id, content: draft, done: 0 })
        return { id }
      },
    },
    apply: {
      calls: ['apply'],
      async make() {
        const { id } = await value(desk, 'apply.add', { ...wanted, applicant: 0, medium: 1, way: 3, channel: 1 })
        await value(desk, 'apply.forward', { id, ...both() })
        const file = await fileOf(light, 'applyDept', `${draft}.pdf`)
        await value(light, 'apply.answer', { id, content: draft, outcome: 20, done: 0, files: [file] })
        return { id, file }
      },
    },
    proposal: {
      calls: ['proposal'],
      async make() {
        const given = { title: '改善停车条件', content: '错时开放车位', type: 0, class: 1, openFlag: 1 }
        const { id } = await value(desk, 'proposal.add', given)
        await move('proposal.file', id)
        await value(desk, 'proposal.forward', { id, ...both() })
        await value(light, 'proposal.answer', { id, content: draft, outcome: 0, unitOpen: 1, done: 0 })
        return { id }
      },
    },
    report: {
      calls: ['report'],
      async make() {
        const files = [await fileOf(light, 'report', `${draft}.pdf`)]
        const { id } = await value(light, 'report.add', { title: draft, columnId: column, content: draft, files })
        return { id, file: files[0] as string }
      },
    },
  }

  /** What a call answers about a row, packed documents by what lies in them. */
  async function told(who: Person, e: Endpoint, id: string): Promise<string> {
    const out = encode(e, { id })
    const query = new URLSearchParams(out.query.map(([k, v]) => [k, v]))
    const reply = await fetch(`${server.url}${out.path}?${query}`, {
      method: e.method === 'GET' ? 'GET' : 'POST',
      headers: { authorization: who.token, 'content-type': 'application/json', ...out.headers },
      ...(out.body !== undefined && { body: JSON.stringify(out.body) }),
    })
    const bytes = new Uint8Array(await reply.arrayBuffer())
    const parts = strFromU8(bytes.subarray(0, 2), true) === 'PK' ? Object.values(unzipSync(bytes)) : [bytes]
    return parts.map((part) => strFromU8(part)).join('\n')
  }
  const mayRead = ({ effect, input }: Endpoint) =>
    effect === 'read' && (input as ZodType).safeParse({ id: '1' }).success

  beforeAll(async () => {
    server = await startServer(database)
    desk = await server.person({ roles: ['admin'] })
    const dept = async (name: string) => (await value(desk, 'dept.save', { name })).id
    depts = { light: await dept('城管局'), water: await dept('水利局') }
    column = await makeColumn(server, '部门动态')
    const columns = [column]
    light = await server.person({ roles: ['staff', 'reporter'], deptId: Number(depts.light), columns })
    water = await server.person({ roles: ['staff'], deptId: Number(depts.water) })
  })
  afterAll(() => server.close())

  test.each(Object.keys(kinds))('what of %s is not handed in is read by its department alone', async (kind) => {
    const { calls, make } = kinds[kind] as (typeof kinds)[string]
    const { id, file } = await make()
    const reading: string[] = []
    const other = kind === 'report' ? await server.person({ roles: ['staff'], deptId: Number(depts.light) }) : water
    for (const name of calls) {
      const area: Area = await areas[name].load()
      for (const [call, e] of Object.entries(area).filter(([, e]) => mayRead(e))) {
        expect(await told(other, e, id), `${name}.${call}`).not.toContain(draft)
        if ((await told(light, e, id)).includes(draft)) reading.push(`${name}.${call}`)
      }
    }
    expect(reading, 'its own department reads it').not.toEqual([])
    if (!file) return
    expect((await fetchFile(server, other, file)).errorCode).toBe('NOT_FOUND')
    expect((await fetchFile(server, light, file)).text).toContain(draft)
  })

  test('who assists hears that the files of an answer are not theirs to read, and not that there are none', async () => {
    const asked = { ...wanted, phone: '13700000003', applicant: 0, medium: 1, way: 3, channel: 1 }
    const { id } = await value(desk, 'apply.add', asked)
    await value(desk, 'apply.forward', { id, ...both() })
    const file = await fileOf(light, 'applyDept', '批复.pdf')
    await value(light, 'apply.answer', { id, content: '予以公开', outcome: 10, done: 0, files: [file] })
    // what is not handed in is nobody's yet
    expect((await water.call('apply.download', { id })).errorMsg).toContain('答复没有附件')
    await value(light, 'apply.answer', { id, done: 1 })
    expect(await water.call('apply.download', { id })).toMatchObject({
      ...{ errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('协办部门没有查看的权限') },
    })
  })

  test('a request’s answer has the files of who answered it, not those that another department keeps', async () => {
    const phone = '13700000002'
    const asked = await value(desk, 'apply.add', { ...wanted, phone, applicant: 0, medium: 1, way: 3, channel: 1 })
    const { id, code } = asked
    const office = await server.person({
      roles: ['admin'],
      deptId: Number(await value(desk, 'dept.save', { name: '办公室' }).then((one) => one.id)),
    })
    await value(desk, 'apply.forward', { id, deptId: depts.light })
    const file = await fileOf(light, 'applyDept', '内部讨论稿.pdf')
    await value(light, 'apply.answer', { id, content: draft, done: 0, files: [file] })
    await value(office, 'apply.clarify', { id, content: '请补正' })
    await value(desk, 'apply.supplement', { id, content: '补正了', at: '2026-11-21' })
    await value(office, 'apply.answer', { id, content: '予以公开', outcome: 10 })
    expect((await office.call('apply.download', { id })).errorMsg).toContain('答复没有附件')
    const leads = (await value(desk, 'apply.get', { id })).depts.map(({ deptName, lead }: Record<string, unknown>) => [
      deptName,
      lead,
    ])
    expect(leads).toEqual([
      ['办公室', 1],
      ['城管局', 0],
    ])
    await move('apply.issue', id)
    const own = { code, phone }
    expect((await value(server.anyone, 'apply.webCode', own)).files).toEqual([])
    expect((await server.anyone.call('apply.webFile', { ...own, fileId: file })).errorCode).toBe('NOT_FOUND')
  })
})
