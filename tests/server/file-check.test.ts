import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { databases } from '../support/databases.ts'
import { docx, pdfOf, xlsx } from '../support/documents.ts'
import { sendFile } from '../support/files.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

interface Looked {
  id: string
  name: string
  fault: string | null
  total: number
  hits: { kind: string; found: string; masked: string; before: string; after: string }[]
}
const idNumber = '11010519491231002X'

describe.each(databases)('somebody’s own data in attachments, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let writer: Person
  let column: number
  beforeAll(async () => {
    server = await startServer(database)
    column = await makeColumn(server)
    admin = await server.person({ roles: ['admin'], name: '管理员甲' })
    writer = await server.person({ roles: ['staff'], columns: [column], name: '周明川' })
  })
  afterAll(() => server.close())

  const send = async (name: string, bytes: Uint8Array, who = writer): Promise<string> => {
    const { value, errorMsg } = await sendFile(server, who, 'article', name, bytes)
    expect(errorMsg).toBe('')
    return value.id
  }
  const check = async (files: readonly string[], who = writer) =>
    (await who.call('article.detection', { title: '名单公示', content: '<p>见附件</p>', files })).value
      .files as Looked[]
  const list = () => docx([[`张三 ${idNumber}`, '，电话 138', '12345678']])
  const save = (more: object, who = writer) => who.call('article.saveRole', anArticle(column, more))

  test('are named by their file before it is saved; what could not be read is named too, what is clean is not', async () => {
    const ids = [
      await send('名单.docx', list()),
      await send('补贴.xlsx', xlsx(['手机'], ['<c r="A1"><v>13812345678</v></c>'])),
      await send('公示.pdf', pdfOf({ content: `BT /F1 12 Tf 72 700 Td (${idNumber}) Tj ET` })),
      await send('办法.docx', docx([['第一条']])),
      await send('加密.pdf', pdfOf({ content: 'BT ET', trailer: '/Encrypt 9 0 R' })),
    ]
    const found = await check(ids)
    expect(found.map(({ name, total, fault }) => [name, total, fault])).toEqual([
      ['名单.docx', 2, null],
      ['补贴.xlsx', 1, null],
      ['公示.pdf', 1, null],
      ['加密.pdf', 0, '已加密，其中的文字没有检测'],
    ])
    expect(found[0]?.hits[0]).toMatchObject({ kind: 'idNumber', found: idNumber, before: '张三 ' })
    expect(found[0]?.hits[0]?.masked).not.toContain('19491231')
    // the second time it is known
    const began = performance.now()
    expect(await check(ids)).toEqual(found)
    expect(performance.now() - began).toBeLessThan(2000)
  })

  test('one that takes too much is read once, however often it is sent', async () => {
    const { documents } = server.parts.work
    const run = vi.spyOn(documents, 'run')
    const objects = Array.from({ length: 30_000 }, (_, n) => `${n + 1} 0 obj<</Type/X>>stream x ${database}`)
    const bytes = Buffer.from(`%PDF-1.4\n${objects.join('\n')}`)
    const first = await send('甲.pdf', bytes)
    const told = await Promise.all([check([first]), check([first]), check([first])])
    for (const [file] of told) expect(file).toMatchObject({ name: '甲.pdf', fault: '展开后过大，没有检测' })
    expect(await check([await send('乙.pdf', bytes)])).toMatchObject([
      { name: '乙.pdf', fault: '展开后过大，没有检测' },
    ])
    expect(run).toHaveBeenCalledTimes(1)
    run.mockRestore()
  })

  test('need the same reason at submission as in a text; a draft needs none, and a program is told in the log', async () => {
    const attach = async () => ({ files: [await send('名单.docx', list())] })
    const refused = await save({ ...(await attach()), status: 1, privacyReason: '' })
    expect([refused.errorCode, refused.errorMsg]).toEqual([
      'PRIVATE_DATA',
      '含个人信息：身份证号 1 处、手机号码 1 处，请隐去后再提交，或说明公开的理由',
    ])
    expect((await save({ ...(await attach()), status: 3, privacyReason: '' })).errorCode).toBe('0')
    const given = await save({ ...(await attach()), status: 1, privacyReason: '依法公示' })
    expect(given.errorCode).toBe('0')
    expect((await save({ ...(await attach()), status: 1 })).errorCode).toBe('0')
    const said = (await admin.call('log.list', { pageSize: 20 })).value.list.map(
      ({ result }: { result: string | null }) => result ?? '',
    )
    expect(said.some((text: string) => text.includes('公开的理由：依法公示'))).toBe(true)
    expect(said.some((text: string) => text.includes('身份证号 1 处、手机号码 1 处），未说明理由'))).toBe(true)
  })

  test('are looked for in the files that the article has, when only its text is sent', async () => {
    const { value } = await save({ files: [await send('名单.docx', list())], status: 3 })
    const { articleId } = value
    const submit = (more: object) => writer.call('article.update', { articleId, status: 1, privacyReason: '', ...more })
    expect((await submit({ title: '改了标题' })).errorCode).toBe('PRIVATE_DATA')
    const shown = (await admin.call('article.articleSensitiveList', { articleId })).value.files as Looked[]
    expect(shown).toMatchObject([{ name: '名单.docx', total: 2 }])
    expect((await submit({ files: [] })).errorCode).toBe('0')
  })

  test('of files that the caller may not know of nothing is told', async () => {
    const mine = await send('名单.docx', list())
    const other = await server.person({ roles: ['staff'], columns: [await makeColumn(server, '别处')] })
    expect(await check([mine], other)).toEqual([])
    const { value } = await save({ files: [mine], status: 3 })
    expect(value.files).toHaveLength(1)
    expect(await check([mine], other)).toEqual([])
    expect(await check([mine])).toHaveLength(1)
  })
})
