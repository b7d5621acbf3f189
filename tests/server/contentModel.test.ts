import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('contentModel on %s', (database) => {
  let server: TestServer
  let admin: Person
  let made = 0

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  const send = (path: string, body: object) =>
    server.raw(path, {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const model = async (given: object = {}) => {
    made++
    return (await admin.call('contentModel.save', { cmName: `模型${made}`, cmTableName: `model_${made}`, ...given }))
      .value
  }
  const field = (contentModelId: string, given: object) =>
    admin.call('contentModel.saveForm', {
      ...{ contentModelId, fieldType: 1, fieldTipsName: '发文字号', fieldFieldName: 'fwzh', ...given },
    })
  const fields = async (contentModelId: string) =>
    (await admin.call('contentModel.listForm', { contentModelId, pageNumber: 1, pageSize: 100 })).value.list

  test('is added, found, changed and deleted, by the ids of the specification too', async () => {
    const one = await model({ cmName: '规范性文件', cmTableName: 'gfxwj', cmDescrip: '' })
    expect(one).toMatchObject({ cmId: one.id, cmName: '规范性文件', cmDescrip: null, fieldCount: 0, version: 1 })
    const found = await admin.call('contentModel.list', { cmName: '规范' })
    expect(found.value).toMatchObject({ total: 1, list: [one] })
    expect((await admin.call('contentModel.getById', { id: one.id })).value).toEqual(one)
    const changed = await send('/api/contentModel/update', { cmId: one.id, version: 1, cmName: '行政规范性文件' })
    expect(changed.value).toMatchObject({ cmName: '行政规范性文件', cmTableName: 'gfxwj', version: 2 })
    expect(await admin.call('contentModel.update', { id: one.id, version: 1, cmName: '丙' })).toMatchObject({
      errorCode: 'STALE',
    })
    const gone = await send('/api/contentModel/delete', { cmId: one.id })
    expect(gone.value).toEqual({ done: [one.id], failed: [] })
    expect(await admin.call('contentModel.getById', { id: one.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('its table name is of one form, and stands once', async () => {
    await model({ cmTableName: 'once' })
    const exists = async (cmTableName: string) =>
      (await admin.call('contentModel.checkcmTableNameExist', { cmTableName })).value
    expect(await exists('once')).toBe(true)
    expect(await exists('never')).toBe(false)
    expect(await admin.call('contentModel.save', { cmName: '另一个', cmTableName: 'once' })).toMatchObject({
      errorCode: 'CONFLICT',
      errorMsg: '表名（cmTableName）：「once」已存在',
    })
    for (const cmTableName of ['Once', '1a', 'a', 'a-b', `a${'b'.repeat(40)}`, '表'])
      expect(await admin.call('contentModel.save', { cmName: '另一个', cmTableName })).toMatchObject({
        errorCode: 'BAD_INPUT',
        errorMsg: expect.stringContaining('表名（cmTableName）'),
      })
  })

  test('no field is called as what every object has, which templates and programs would find there', async () => {
    const { id } = await model()
    for (const name of ['constructor', 'toString', 'valueOf', 'hasOwnProperty'])
      expect(await field(id, { fieldFieldName: name })).toMatchObject({
        errorCode: 'BAD_INPUT',
        errorMsg: expect.stringContaining('请换一个'),
      })
  })

  test('has fields of all seven kinds, each with what it has', async () => {
    const { id } = await model()
    const kinds = [
      { fieldType: 1, fieldTipsName: '文号', fieldFieldName: 'wh', required: 1, maxLength: 30, hint: '如青政办发' },
      {
        fieldType: 2,
        fieldTipsName: '主题',
        fieldFieldName: 'zt',
        choices: '农业\n教育\n\n 卫生 ',
        fieldDefault: '教育',
      },
      { fieldType: 3, fieldTipsName: '有效性', fieldFieldName: 'yxx', choices: ['有效', '失效'], fieldDefault: '有效' },
      { fieldType: 4, fieldTipsName: '原件', fieldFieldName: 'yj' },
      { fieldType: 5, fieldTipsName: '金额', fieldFieldName: 'je', minimum: 0, maximum: '1000.50', unit: '万元' },
      { fieldType: 6, fieldTipsName: '标记', fieldFieldName: 'bj', fieldDefault: 'gfxwj' },
      { fieldType: 7, fieldTipsName: '查重', fieldFieldName: 'cc', fieldDefault: 'https://example.gov.cn/' },
    ]
    for (const one of kinds) expect(await field(id, one)).toMatchObject({ errorCode: '0' })
    const there = await fields(id)
    expect(there.map((one: { fieldTipsName: string }) => one.fieldTipsName)).toEqual(
      kinds.map(({ fieldTipsName }) => fieldTipsName),
    )
    expect(there[1]).toMatchObject({
      filedId: there[1]?.id,
      choices: '农业\n教育\n卫生',
      required: 0,
      state: 1,
      carried: 0,
    })
    expect(there[4]).toMatchObject({ minimum: '0', maximum: '1000.50', unit: '万元' })
    expect((await admin.call('contentModel.getFromById', { id: there[4]?.id })).value).toEqual(there[4])
    expect((await admin.call('contentModel.getById', { id })).value.fieldCount).toBe(7)
  })

  test.each([
    [{ fieldType: 3 }, '选项（choices）：请写出选项'],
    [{ fieldType: 3, choices: '是\n是' }, '选项「是」重复'],
    [{ fieldType: 3, choices: '是\n否', fieldDefault: '也许' }, '默认值（fieldDefault）：只能是：是、否'],
    [{ fieldType: 5, minimum: '多' }, '最小值（minimum）：应为数字'],
    [{ fieldType: 5, minimum: '10', maximum: '9.5' }, '最大值（maximum）：不能小于最小值'],
    [{ fieldType: 5, minimum: '10', fieldDefault: '9' }, '默认值（fieldDefault）：应不小于 10'],
    [{ fieldType: 1, fieldDefault: '两\n行' }, '默认值（fieldDefault）：应为一行文字'],
    [{ fieldType: 1, fieldDefault: '长'.repeat(201) }, '默认值（fieldDefault）：最多 200 个字'],
    [{ fieldType: 6 }, '隐藏域要有值'],
    [{ fieldType: 7, fieldDefault: 'javascript:alert(1)' }, '默认值（fieldDefault）：'],
    [{ fieldType: 7, fieldDefault: 'https://a.cn', required: 1 }, '必填（required）：按钮字段没有这一项'],
    [{ fieldType: 1, unit: '元' }, '单位（unit）：文本字段没有这一项'],
    [{ fieldFieldName: '文号' }, '字段名（fieldFieldName）'],
  ])('refuses what does not fit together: %j', async (given, says) => {
    const { id } = await model()
    const refused = await field(id, given)
    expect(refused).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining(says) })
  })

  test('names of fields stand once in a model, and another kind leaves no settings behind', async () => {
    const { id } = await model()
    const one = (await field(id, { fieldType: 3, choices: '甲\n乙' })).value
    expect(await field(id, { fieldTipsName: '别的' })).toMatchObject({ errorCode: 'CONFLICT' })
    expect(await field(id, { fieldFieldName: 'bd' })).toMatchObject({ errorCode: 'CONFLICT' })
    expect((await field((await model()).id, {})).errorCode).toBe('0')
    const changed = await send('/api/contentModel/updateForm', { filedId: one.id, fieldType: 1, choices: null })
    expect(changed.value).toMatchObject({ fieldType: 1, choices: null, version: 2 })
  })

  test('fields are put into an order and deleted', async () => {
    const { id } = await model()
    const ids: string[] = []
    for (const name of ['a', 'b', 'c'])
      ids.push((await field(id, { fieldTipsName: name, fieldFieldName: name })).value.id)
    const [a, b, c] = ids as [string, string, string]
    const order = await admin.call('contentModel.arrange', { contentModelId: id, fieldIds: [c, a, b] })
    expect(order.value.map((one: { id: string }) => one.id)).toEqual([c, a, b])
    expect(await admin.call('contentModel.arrange', { contentModelId: id, fieldIds: [c, a] })).toMatchObject({
      errorCode: 'CONFLICT',
    })
    expect((await send('/api/contentModel/deleteForm', { filedId: a })).value).toEqual({ done: [a], failed: [] })
    expect((await fields(id)).map((one: { id: string }) => one.id)).toEqual([c, b])
    await admin.call('contentModel.delete', { ids: [id] })
    expect(await admin.call('contentModel.getFromById', { id: b })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('one that a column uses is offered to columns, and stays', async () => {
    const { id, cmName } = await model()
    const column = await admin.call('column.save', {
      columnType: 1,
      categoryTitle: `用${cmName}`,
      columnContentModelId: id,
    })
    expect(column.value).toMatchObject({ columnContentModelId: id })
    expect((await admin.call('column.contentModelList')).value).toContainEqual({ id, name: cmName })
    expect((await admin.call('contentModel.getById', { id })).value.columnCount).toBe(1)
    const kept = await admin.call('contentModel.delete', { ids: [id] })
    expect(kept.value.failed).toMatchObject([
      { id, errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('1 个栏目') },
    ])
    const { categoryId } = column.value
    expect(await admin.call('column.edit', { categoryId, columnContentModelId: 999_999 })).toMatchObject({
      errorCode: 'NOT_FOUND',
    })
    const without = await admin.call('column.edit', { categoryId, columnContentModelId: null })
    expect(without.value.columnContentModelId).toBeNull()
    expect((await admin.call('contentModel.delete', { ids: [id] })).value.done).toEqual([id])
  })
})
