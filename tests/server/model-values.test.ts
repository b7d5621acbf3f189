import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { fetchFile, pdf, sendFile } from '../support/files.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

interface Changed {
  readonly title: string
  readonly before: unknown
  readonly after: unknown
}

describe.each(databases)('what articles have in the fields of their model on %s', (database) => {
  let server: TestServer
  let admin: Person
  let auditor: Person
  let model: string
  let column: number
  let plain: number
  const ids: Record<string, string> = {}

  const field = async (contentModelId: string, given: object) => {
    const { value, errorMsg } = await admin.call('contentModel.saveForm', { contentModelId, ...given })
    expect(errorMsg).toBe('')
    ids[value.fieldFieldName] = value.id
    return value
  }
  const newModel = async (cmName: string, cmTableName: string) =>
    (await admin.call('contentModel.save', { cmName, cmTableName })).value.id as string
  const columnOf = async (title: string, columnContentModelId: string) => {
    const saved = await admin.call('column.save', { columnType: 1, categoryTitle: title, columnContentModelId })
    return Number(saved.value.categoryId)
  }

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    auditor = await server.person({ roles: ['auditor'] })
    plain = await makeColumn(server)
    model = await newModel('规范性文件', 'gfxwj')
    column = await columnOf('文件', model)
    await field(model, { fieldType: 1, fieldTipsName: '文号', fieldFieldName: 'wh', required: 1, maxLength: 12 })
    await field(model, { fieldType: 2, fieldTipsName: '主题', fieldFieldName: 'zt', choices: '农业\n教育\n卫生' })
    await field(model, {
      fieldType: 3,
      fieldTipsName: '有效性',
      fieldFieldName: 'yxx',
      choices: '有效\n失效',
      fieldDefault: '有效',
    })
    await field(model, { fieldType: 4, fieldTipsName: '原件', fieldFieldName: 'yj' })
    await field(model, {
      fieldType: 5,
      fieldTipsName: '金额',
      fieldFieldName: 'je',
      minimum: '0',
      maximum: '100.5',
      unit: '万元',
    })
    await field(model, { fieldType: 6, fieldTipsName: '标记', fieldFieldName: 'bj', fieldDefault: 'gf' })
    await field(model, { fieldType: 7, fieldTipsName: '查重', fieldFieldName: 'cc', fieldDefault: 'https://a.gov.cn/' })
  })
  afterAll(() => server.close())

  const save = (modelFields: object | undefined, more: object = {}) =>
    admin.call('article.saveAdmin', anArticle(column, { modelFields, ...more }))
  const saved = async (modelFields: object, more: object = {}) => {
    const { value, errorMsg } = await save(modelFields, more)
    expect(errorMsg).toBe('')
    return value
  }
  const update = (articleId: string, given: object) => admin.call('article.update', { articleId, ...given })
  const view = async (articleId: string) => (await admin.call('article.view', { articleId })).value
  const move = async (call: string, articleId: string, more: object = {}) => {
    const { value } = await auditor.call(`article.${call}`, { items: [{ articleId, ...more }] })
    expect(value.failed).toEqual([])
  }
  const publish = async (articleId: string) => {
    await move('accept', articleId)
    await move('approve', articleId)
  }
  const fieldsFor = async (articleId: string, columnId: number | string = column) =>
    (await admin.call('article.queryFieldOverwrite', { articleId, columnId })).value

  test('values of all kinds are kept in the order of the model, by the words of their choices', async () => {
    const file = (await sendFile(server, admin, 'article', '原件.pdf', pdf('原件'))).value.id
    const { articleId, modelFields } = await saved({
      je: '12.50',
      zt: '教育，农业',
      wh: ' 青政〔2026〕1 号 ',
      yj: [file],
      yxx: '有效',
    })
    expect(Object.keys(modelFields)).toEqual(['wh', 'zt', 'yxx', 'yj', 'je'])
    const files = [{ id: file, name: '原件.pdf', kind: 'pdf', size: expect.any(Number) }]
    expect(modelFields).toEqual({ wh: '青政〔2026〕1 号', zt: ['农业', '教育'], yxx: '有效', yj: files, je: '12.50' })
    expect((await view(articleId)).modelFields).toEqual(modelFields)
    expect((await fetchFile(server, auditor, file)).errorCode).toBe('')
    const { value } = await admin.call('article.list', { columnId: column, fields: 'title,modelFields' })
    expect(value.list[0]).toMatchObject({ articleId, modelFields })
    // what is shown may be sent as it is
    expect((await update(articleId, { modelFields })).value.version).toBe(1)
    const without = await update(articleId, { modelFields: { zt: null, je: 100.5 } })
    expect(without.value.modelFields).toEqual({ wh: '青政〔2026〕1 号', yxx: '有效', yj: files, je: '100.5' })
  })

  test.each([
    [{ wh: '这是一个太长了的文号一二三' }, '文号（modelFields.wh）：最多 12 个字'],
    [{ wh: '两\n行' }, '文号（modelFields.wh）：应为一行文字'],
    [{ zt: ['农业', '水利'] }, '主题（modelFields.zt）：没有选项「水利」'],
    [{ yxx: '部分失效' }, '有效性（modelFields.yxx）：只能是：有效、失效'],
    [{ je: '100.51' }, '金额（modelFields.je）：应在 0 到 100.5 之间'],
    [{ je: '一百' }, '金额（modelFields.je）：应为数字'],
    [{ yj: [999_999] }, '请重新上传'],
    [{ bj: '别的' }, '标记（modelFields.bj）：由模型决定'],
    [{ cc: '1' }, '查重（modelFields.cc）：由模型决定'],
    [{ abc: '1', wh: '一', x: '2' }, '内容模型「规范性文件」没有字段 abc、x'],
  ])('formats are judged in drafts too: %j', async (given, says) => {
    const refused = await save(given, { status: 3 })
    expect(refused).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining(says) })
  })

  test('what must be there is asked for where the article is submitted', async () => {
    const missing = { errorCode: 'BAD_INPUT', errorMsg: '文号（modelFields.wh）：必须填写后才能提交' }
    expect(await save({ yxx: '有效' })).toMatchObject(missing)
    expect(await save(undefined)).toMatchObject(missing)
    const { articleId } = await saved({}, { status: 3 })
    expect(await update(articleId, { status: 1 })).toMatchObject(missing)
    expect(await update(articleId, { status: 1, modelFields: { wh: '一号' } })).toMatchObject({ errorCode: '0' })
    expect(await update(articleId, { modelFields: { wh: '' } })).toMatchObject(missing)
    const moved = await auditor.call('article.updateAndAccept', { items: [{ articleId, modelFields: { wh: null } }] })
    expect(moved.value.failed).toMatchObject([missing])
    // a column without a model asks for nothing, and takes nothing
    const refused = await admin.call('article.saveAdmin', anArticle(plain, { modelFields: { wh: '一号' } }))
    expect(refused).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('没有内容模型') })
  })

  test('what is emptied while the article waits is sent as such', async () => {
    const { articleId } = await saved({ wh: '八号', je: '12.50' })
    const emptied = await update(articleId, { modelFields: { je: null } })
    expect(emptied).toMatchObject({ errorCode: '0' })
    expect((await admin.call('article.view', { articleId })).value.modelFields).not.toHaveProperty('je')
  })

  test('what the model asks for by the time of publication is there too, in the text or its copy under review', async () => {
    const { articleId } = await saved({ wh: '旧一号' })
    const accept = () => auditor.call('article.accept', { items: [{ articleId }] })
    const approve = async () => (await auditor.call('article.approve', { items: [{ articleId }] })).value
    expect((await accept()).value.failed).toEqual([])
    const later = await field(model, { fieldType: 1, fieldTipsName: '批准机关', fieldFieldName: 'pzjg', required: 1 })
    const says = '内容模型「规范性文件」要求填写的「批准机关」还空着，请补充后再发布，或退回'
    expect((await approve()).failed).toMatchObject([{ errorCode: 'BAD_STATE', errorMsg: says }])
    await admin.call('article.updateAndAccept', { items: [{ articleId, modelFields: { pzjg: '县政府' } }] })
    expect((await approve()).failed).toEqual([])
    await admin.call('contentModel.updateForm', { id: later.id, state: 0 })
  })

  test('history, the copy under review, restoration and undo have them', async () => {
    const { articleId } = await saved({ wh: '一号', yxx: '有效' })
    await publish(articleId)
    const copy = await update(articleId, { modelFields: { yxx: '失效', je: '3' } })
    expect([copy.value.modelFields, copy.value.review.status]).toEqual([{ wh: '一号', yxx: '有效' }, 1])
    // a second change is laid over the first
    await update(articleId, { modelFields: { zt: ['卫生'] } })
    const fields = await fieldsFor(articleId)
    const standing = (name: string) =>
      fields.find((one: { fieldFieldName: string }) => one.fieldFieldName === name)?.value
    expect(['wh', 'zt', 'yxx', 'je', 'bj'].map(standing)).toEqual(['一号', ['卫生'], '失效', '3', 'gf'])
    const steps = async () => (await admin.call('article.revisions', { articleId })).value.list
    const [newest] = await steps()
    const changes = (step: { changed: Changed[] }) =>
      step.changed.map(({ title, before, after }) => [title, before, after])
    expect(changes(newest)).toEqual([
      ['主题', null, '卫生'],
      ['有效性', '有效', '失效'],
      ['金额', null, '3 万元'],
    ])
    await publish(articleId)
    expect((await view(articleId)).modelFields).toEqual({ wh: '一号', zt: ['卫生'], yxx: '失效', je: '3' })
    const first = (await steps()).at(-1)
    const then = (await admin.call('article.revision', { revisionId: first.revisionId })).value
    expect(then.modelFields).toEqual({ wh: '一号', yxx: '有效' })
    expect(then.values).toContainEqual({ field: 'modelFields.yxx', title: '有效性', value: '有效' })
    const back = await admin.call('article.restore', { articleId, revisionId: first.revisionId })
    expect(back.errorMsg).toBe('')
    await publish(articleId)
    expect((await view(articleId)).modelFields).toEqual({ wh: '一号', yxx: '有效' })
    expect((await auditor.call('article.undo', { items: [{ articleId }] })).value.failed).toEqual([])
    expect((await view(articleId)).modelFields).toEqual({ wh: '一号', zt: ['卫生'], yxx: '失效', je: '3' })
  })

  test('a changed model keeps what articles carry', async () => {
    const other = await newModel('旧文件', 'old_files')
    const there = await columnOf('旧文件', other)
    const stage = await field(other, {
      fieldType: 3,
      fieldTipsName: '阶段',
      fieldFieldName: 'jd',
      choices: '初稿\n定稿',
    })
    await field(other, { fieldType: 1, fieldTipsName: '备注', fieldFieldName: 'bz' })
    const made = await admin.call('article.saveAdmin', anArticle(there, { modelFields: { jd: '初稿', bz: '留' } }))
    const { articleId } = made.value
    // its name and kind stay, its choices need not
    for (const given of [{ fieldFieldName: 'stage' }, { fieldType: 1, choices: null }])
      expect(await admin.call('contentModel.updateForm', { id: stage.id, ...given })).toMatchObject({
        errorCode: 'BAD_STATE',
        errorMsg: expect.stringMatching(/「阶段」已有文章填写.*请停用这个字段，另外增加一个/),
      })
    await admin.call('contentModel.updateForm', { id: stage.id, choices: '定稿', fieldTipsName: '办理阶段' })
    expect((await update(articleId, { modelFields: { jd: '初稿', bz: '改' } })).errorMsg).toBe('')
    expect(await save({ jd: '初稿' })).toMatchObject({ errorCode: 'BAD_INPUT' })
    // deleted it is stopped
    expect((await admin.call('contentModel.deleteForm', { ids: [stage.id] })).value.done).toEqual([stage.id])
    expect((await admin.call('contentModel.getFromById', { id: stage.id })).value).toMatchObject({
      state: 0,
      carried: 1,
    })
    expect((await view(articleId)).modelFields).toEqual({ jd: '初稿', bz: '改' })
    expect((await fieldsFor(articleId, 0)).map((one: { fieldTipsName: string }) => one.fieldTipsName)).toEqual([
      '办理阶段',
      '备注',
    ])
    expect((await fieldsFor('0', there)).map((one: { fieldTipsName: string }) => one.fieldTipsName)).toEqual(['备注'])
    const stopped = await admin.call('article.saveAdmin', anArticle(there, { modelFields: { jd: '定稿' } }))
    expect(stopped).toMatchObject({ errorMsg: '办理阶段（modelFields.jd）：这个字段已停用，不能填写' })
    // moved to a column of another model and back
    await update(articleId, { columnId: column, status: 3 })
    const gone = await update(articleId, { columnId: column, modelFields: { wh: '二号' } })
    expect(gone.value.modelFields).toEqual({ wh: '二号' })
    expect((await update(articleId, { columnId: there })).value.modelFields).toEqual({ jd: '初稿', bz: '改' })
    expect((await update(articleId, { modelFields: { jd: null } })).value.modelFields).toEqual({ bz: '改' })
    await admin.call('column.edit', { categoryId: there, columnContentModelId: null })
    expect((await view(articleId)).modelFields).toBeNull()
    expect((await admin.call('contentModel.delete', { ids: [other] })).value.failed).toMatchObject([
      { errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('已有文章填写') },
    ])
  })

  test('a new article begins with the defaults, and a copy has files of its own', async () => {
    const fresh = await fieldsFor('0')
    expect(fresh.map((one: { fieldFieldName: string; value: unknown }) => [one.fieldFieldName, one.value])).toEqual([
      ['wh', null],
      ['zt', null],
      ['yxx', '有效'],
      ['yj', null],
      ['je', null],
      ['bj', 'gf'],
      ['cc', 'https://a.gov.cn/'],
    ])
    const file = (await sendFile(server, admin, 'article', '附表.pdf', pdf('附表'))).value.id
    const { articleId } = await saved({ wh: '三号', yj: [file] })
    const { made } = (await admin.call('article.articleCopy', { ids: [articleId] })).value
    const copy = (await view(made[0])).modelFields
    expect(copy).toMatchObject({ wh: '三号', yj: [{ name: '附表.pdf' }] })
    expect(copy.yj[0].id).not.toBe(file)
  })

  test('words are looked for in them, and the log tells them', async () => {
    await admin.call('sensitive.add', { word: '禁用词语', type: 0, level: 2 })
    const refused = await save({ wh: '禁用词语' })
    expect(refused).toMatchObject({ errorCode: 'SENSITIVE_WORDS' })
    const { articleId } = await saved({ wh: '禁用词语' }, { status: 3 })
    const hits = (await admin.call('article.articleSensitiveList', { articleId })).value.hits
    expect(hits).toMatchObject([{ word: '禁用词语', field: 'modelFields' }])
    // what takes the place of a word is looked at, and not what stood there
    expect((await update(articleId, { status: 1, modelFields: { wh: '四号' } })).errorMsg).toBe('')
    const [logged] = (await admin.call('log.list', { call: 'article.update', pageSize: 1 })).value.list
    expect(logged).toMatchObject({ before: { modelFields: 'wh：禁用词语' }, after: { modelFields: 'wh：四号' } })
  })

  test('the searches of the office and of the site find their words', async () => {
    const { articleId } = await saved({ wh: '青政〔2031〕7号', zt: ['卫生'] }, { title: '找得到的' })
    const listed = async (keyword: string) => {
      const { value } = await admin.call('article.list', { keyword })
      return value.list.map((row: { articleId: string }) => row.articleId)
    }
    await expect.poll(() => listed('〔2031〕7号')).toEqual([articleId])
    // their names are no words
    expect(await listed('"wh"')).toEqual([])
    await publish(articleId)
    const onSite = async (keyword: string) => {
      const { value } = await server.anyone.call('article.queryEsArticle', { keyword, pageNumber: 1, pageSize: 10 })
      return value.list.map((row: { title: string }) => row.title)
    }
    await expect.poll(() => onSite('〔2031〕7号')).toEqual(['找得到的'])
    await update(articleId, { modelFields: { wh: '青政〔2032〕8号' } })
    // what waits is found by how it will look
    await expect.poll(() => listed('〔2032〕8号')).toEqual([articleId])
    await publish(articleId)
    await expect.poll(() => onSite('〔2032〕8号')).toEqual(['找得到的'])
    await expect.poll(() => onSite('〔2031〕7号')).toEqual([])
  })

  test('visitors read them, but what is hidden, and their pages follow a change of the model', async () => {
    const { articleId } = await saved({ wh: '九号', je: '3' })
    await publish(articleId)
    const page = async () => (await server.raw(`/site/a/0/${articleId}.html`)).text
    await expect.poll(page).toContain('<dt>文号</dt><dd>九号</dd>')
    const { value } = await server.anyone.call('article.webArticleGet', { id: articleId })
    expect(value.fields).toEqual([
      { name: 'wh', title: '文号', words: '九号' },
      { name: 'je', title: '金额', words: '3 万元' },
    ])
    await admin.call('contentModel.updateForm', { id: ids.wh, fieldTipsName: '发文字号' })
    await expect.poll(page).toContain('<dt>发文字号</dt><dd>九号</dd>')
  })
})
