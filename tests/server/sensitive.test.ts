import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { anArticle, giveScope, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('words that articles are looked through for, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let writer: Person
  let column: number
  beforeAll(async () => {
    server = await startServer(database, {}, { demo: false } as never)
    admin = await server.person({ roles: ['admin'] })
    writer = await server.person({ roles: ['staff'] })
    column = await makeColumn(server)
  })
  afterAll(() => server.close())

  const added = async (word: string, more: object = {}) =>
    (await admin.call('sensitive.add', { word, ...more })).value as { id: string }
  const found = async (texts: object) => {
    const { value } = await writer.call('article.detection', texts)
    return value.hits.map((hit: { word: string; field: string; found: string }) => [hit.field, hit.word, hit.found])
  }

  test('is added, found, changed and deleted', async () => {
    const { value } = await admin.call('sensitive.add', { word: '甲词' })
    expect(value).toMatchObject({ word: '甲词', list: 0, level: 1, enabled: 1, hits: 0, version: 1 })
    expect((await admin.call('sensitive.list', { word: '甲词' })).value).toMatchObject({ total: 1, list: [value] })
    expect((await admin.call('sensitive.get', { id: value.id })).value).toEqual(value)
    const changed = await admin.call('sensitive.edit', { id: value.id, version: 1, word: '乙词', level: 2 })
    expect(changed.value).toMatchObject({ id: value.id, word: '乙词', level: 2, version: 2 })
    expect(await admin.call('sensitive.edit', { id: value.id, version: 1, word: '丙词' })).toMatchObject({
      errorCode: 'STALE',
    })
    expect((await admin.call('sensitive.dels', { ids: [value.id] })).value).toEqual({ done: [value.id], failed: [] })
    expect(await admin.call('sensitive.get', { id: value.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('a word that would find everything, or is there in another writing, is refused by name', async () => {
    await added('赌博平台')
    const says = async (word: string) => (await admin.call('sensitive.add', { word })).errorMsg
    expect(await says('赌')).toContain('至少应有两个字')
    expect(await says('赌 ')).toContain('至少应有两个字')
    expect(await says('赌博平台')).toBe('词（word）：「赌博平台」已存在')
    expect(await says('賭博平臺')).toContain('与已有的「赌博平台」是同一个词')
    expect(await says('字'.repeat(51))).toContain('最多 50 个字')
    const wrong = await admin.call('sensitive.add', { word: '布暑', list: 1, level: 2 })
    expect(wrong.errorMsg).toContain('常见错词只作提示')
    const { value } = await admin.call('sensitive.add', { word: '布暑', list: 1, suggestion: '部署' })
    expect(value).toMatchObject({ level: 0, type: 9 })
  })

  test('is found in what stands in a form as soon as it is in the list, and no more when it is not', async () => {
    const { id } = await added('虚假广告', { level: 2, type: 6, suggestion: '广告' })
    const texts = { title: '查处虚 假 廣告', content: '<p>发现<strong>虚假</strong>广告三起</p><p>虚假</p><p>广告</p>' }
    expect(await found(texts)).toEqual([
      ['title', '虚假广告', '虚 假 廣告'],
      ['content', '虚假广告', '虚假广告'],
    ])
    const { value } = await writer.call('article.detection', texts)
    expect(value).toMatchObject({ level: 2, total: 2 })
    expect(value.hits[1]).toMatchObject({
      ...{
        wordId: id,
        position: 3,
        before: '发现',
        after: '三起',
        type: 6,
        level: 2,
        suggestion: '广告',
        across: false,
      },
    })
    await admin.call('sensitive.add', { word: '查处虚假广告', list: 2 })
    expect(await found(texts)).toEqual([['content', '虚假广告', '虚假广告']])
    await admin.call('sensitive.edit', { id, enabled: 0 })
    expect(await found(texts)).toEqual([])
    await admin.call('sensitive.edit', { id, enabled: 1 })
    await admin.call('sensitive.dels', { ids: [id] })
    expect(await found(texts)).toEqual([])
  })

  test('a word that only meets across a sentence is not refused', async () => {
    await added('大麻', { level: 2 })
    const { value } = await writer.call('article.detection', { content: '<p>规模扩大，麻黄收购停止。</p>' })
    expect(value).toMatchObject({ level: 1, hits: [{ found: '大，麻', level: 1, across: true }] })
  })

  test('an article is looked through as it would be published', async () => {
    await added('旧提法', { level: 0 })
    await added('新提法', { level: 1 })
    const { value } = await admin.call('article.saveAdmin', anArticle(column, { content: '<p>用了旧提法。</p>' }))
    const words = async () => {
      const listed = await writer.call('article.articleSensitiveList', { articleId: value.articleId })
      return listed.value?.hits.map(({ word }: { word: string }) => word)
    }
    expect(await words()).toEqual(undefined)
    const own = async () =>
      (await admin.call('article.articleSensitiveList', { articleId: value.articleId })).value.hits.map(
        ({ word }: { word: string }) => word,
      )
    expect(await own()).toEqual(['旧提法'])
    await admin.call('article.accept', { items: [{ articleId: value.articleId }] })
    await admin.call('article.approve', { items: [{ articleId: value.articleId }] })
    await admin.call('article.update', { articleId: value.articleId, content: '<p>用了新提法。</p>' })
    expect(await own()).toEqual(['新提法'])
  })

  test('a long text is looked through aside, and all of it counts', async () => {
    await added('末尾的词', { level: 2 })
    await added('常见字样', { level: 0 })
    const content = `<p>${'常见字样，'.repeat(20_000)}末尾的词</p>`
    const { value } = await writer.call('article.detection', { content })
    expect([value.level, value.hits.length]).toEqual([2, 500])
    expect(value.total).toBe(20_001)
  })

  test('many are taken in at once, those that are there stay as they are', async () => {
    const words = '# 说明\r\n批量词一\n批量词二，改为这个\n\n批 量词一\n大麻'
    const done = await admin.call('sensitive.importMany', { words, type: 3, level: 2 })
    expect(done.value).toEqual({ added: 2, there: 1 })
    const listed = await admin.call('sensitive.list', { word: '批' })
    expect(listed.value.list.map((row: { type: number; level: number }) => [row.type, row.level])).toEqual([
      [3, 2],
      [3, 2],
    ])
    expect(await found({ title: '批量词二' })).toEqual([['title', '批量词二', '批量词二']])
    const bad = await admin.call('sensitive.importMany', { words: '好词一\n坏\n\n差' })
    expect(bad.errorMsg).toContain('2 行不符合要求，都没有采用。第 2 行：「坏」至少应有两个字')
    expect(bad.value.rows.map(({ row }: { row: number }) => row)).toEqual([2, 4])
    expect(await found({ title: '好词一' })).toEqual([])
    const { value: types } = await admin.call('sensitive.typeList')
    expect(types).toContainEqual({ type: 3, name: '赌博诈骗', words: 2 })
  })

  describe('a text that goes to who audits it', () => {
    let grave: { id: string }
    let doubtful: { id: string }
    const text = (words: string) => anArticle(column, { content: `<p>${words}</p>` })
    const save = (words: string, more: object = {}) => admin.call('article.saveAdmin', { ...text(words), ...more })
    beforeAll(async () => {
      grave = await added('绝不可用', { level: 2 })
      doubtful = await added('用时当心', { level: 1 })
      await added('不过提示', { level: 0 })
    })

    test('holds no forbidden word; a draft may, and what is found is counted', async () => {
      const refused = await save('这里绝不 可用')
      expect(refused).toMatchObject({
        errorCode: 'SENSITIVE_WORDS',
        errorMsg: '发现敏感词：「绝不可用」，请修改后再提交',
        value: { refused: true, words: [{ id: grave.id, word: '绝不可用' }] },
      })
      expect((await admin.call('sensitive.get', grave)).value.hits).toBe(1)
      const { value } = await save('这里绝不可用', { status: 3 })
      expect(value.status).toBe(3)
      const submits = await admin.call('article.update', { articleId: value.articleId, status: 1 })
      expect(submits.errorCode).toBe('SENSITIVE_WORDS')
      const mended = { articleId: value.articleId, status: 1, content: '<p>改好了</p>' }
      expect((await admin.call('article.update', mended)).value.status).toBe(1)
      const { value: top } = await admin.call('sensitive.top', { size: 1 })
      expect(top).toMatchObject([{ id: grave.id, hits: 2 }])
    })

    test('is asked about for doubtful words, but not twice, and not for hints', async () => {
      const asked = await save('这里用时当心，不过提示', { wordsSeen: '' })
      expect(asked).toMatchObject({
        errorCode: 'SENSITIVE_WORDS',
        errorMsg: expect.stringContaining('核对无误后确认再提交'),
        value: { refused: false, words: [{ id: doubtful.id }] },
      })
      expect((await save('这里用时当心', { wordsSeen: doubtful.id })).value.status).toBe(1)
      expect((await save('不过提示', { wordsSeen: '' })).value.status).toBe(1)
    })

    test('of a program that cannot be asked goes on, and the log says what was in it', async () => {
      const { value } = await save('这里用时当心')
      const { value: log } = await admin.call('log.list', { call: 'article.saveAdmin', targetId: value.articleId })
      expect(log.list[0].result).toBe('含须确认的敏感词「用时当心」')
    })

    test('holds nobody’s own data unless it is said why; of a program that cannot be asked the log says what there was', async () => {
      const told = async (articleId: string) =>
        (await admin.call('log.list', { call: 'article.saveAdmin', targetId: articleId })).value.list[0].result
      const text = '身份证号 11010519491231002X，电话 13812345678、13912345678'
      expect(await save(text, { privacyReason: ' ' })).toMatchObject({
        errorCode: 'PRIVATE_DATA',
        errorMsg: '含个人信息：身份证号 1 处、手机号码 2 处，请隐去后再提交，或说明公开的理由',
        value: {
          kinds: [
            { kind: 'idNumber', count: 1 },
            { kind: 'phone', count: 2 },
          ],
        },
      })
      const draft = await save(text, { privacyReason: '', status: 3 })
      expect(draft.value.status).toBe(3)
      const said = await save(text, { privacyReason: '依法公示' })
      expect(await told(said.value.articleId)).toBe('含个人信息（身份证号 1 处、手机号码 2 处），公开的理由：依法公示')
      const steps = async (articleId: string) => (await admin.call('article.revisions', { articleId })).value.list
      expect(await steps(said.value.articleId)).toMatchObject([{ reason: '公开个人信息的理由：依法公示' }])
      expect(await steps((await save('没有', { privacyReason: '依法公示' })).value.articleId)).toMatchObject([
        { reason: null },
      ])
      const program = await save(text)
      expect(await told(program.value.articleId)).toContain('未说明理由')
      const { value } = await admin.call('article.detection', {
        title: '题',
        content: `<p>电话：138<b>1234</b>5678</p>`,
      })
      expect(value.personal).toMatchObject([
        { kind: 'phone', found: '13812345678', masked: '138****5678', field: 'content', position: 4, before: '电话：' },
      ])
      const long = { title: '题', content: `<p>${'长'.repeat(40_000)}13812345678</p>` }
      expect((await admin.call('article.detection', long)).value).toMatchObject({ personalTotal: 1, total: 0 })
    })

    test('does not go online when a word was forbidden since, as it is or as a copy', async () => {
      const { value } = await save('后来才禁的话')
      const item = { items: [{ articleId: value.articleId }] }
      await admin.call('article.accept', item)
      const word = await added('后来才禁', { level: 2 })
      const approve = async () => (await admin.call('article.approve', item)).value
      expect(await approve()).toMatchObject({
        failed: [{ errorCode: 'SENSITIVE_WORDS', errorMsg: '发现敏感词：「后来才禁」，请修改后再提交' }],
      })
      await admin.call('sensitive.edit', { ...word, enabled: 0 })
      expect(await approve()).toMatchObject({ done: [value.articleId] })
      const copy = { articleId: value.articleId, content: '<p>后来又禁的话</p>' }
      await admin.call('article.update', copy)
      await admin.call('article.accept', item)
      await added('后来又禁', { level: 2 })
      expect(await approve()).toMatchObject({ failed: [{ errorCode: 'SENSITIVE_WORDS' }] })
    })

    test('is tried dry like any other, and a try counts nothing', async () => {
      const before = (await admin.call('sensitive.get', grave)).value.hits
      const reply = await server.raw('/x/dry-run/api/article/save/admin', {
        method: 'POST',
        headers: { authorization: admin.token, 'content-type': 'application/json' },
        body: JSON.stringify(text('绝不可用')),
      })
      expect(reply.errorCode).toBe('SENSITIVE_WORDS')
      expect((await admin.call('sensitive.get', grave)).value.hits).toBe(before)
    })
  })

  test('who may not keep the lists does not', async () => {
    for (const call of ['sensitive.list', 'sensitive.top', 'sensitive.add', 'sensitive.dels'])
      expect([call, (await writer.call(call, { word: '随便', size: 3, ids: ['1'] })).errorCode]).toEqual([
        call,
        'NO_PERMISSION',
      ])
  })

  const until = async (who: Person, jobId: string) => {
    let job = (await who.call('sensitive.scan', { jobId })).value
    while (job.state === 'running') job = (await who.call('sensitive.scan', { jobId })).value
    return job
  }

  test('many articles are looked through at once, those alone that the caller may see', async () => {
    const there = await makeColumn(server)
    await added('扫描词甲')
    await added('扫描词乙')
    const save = async (title: string, content = '正文', status = 3) =>
      (await admin.call('article.saveAdmin', anArticle(there, { title, content, status }))).value.articleId as string
    const first = await save('扫 描词甲在标题', '<p>扫描词<b>乙</b></p>')
    const second = await save('正文里有', '<p>扫描词乙</p>')
    await save('没有')
    const started = (await admin.call('article.detectionAll', { columnId: there })).value
    const job = await until(admin, started.jobId)
    expect(job).toMatchObject({
      state: 'done',
      scope: '检测文章',
      total: 3,
      finished: 3,
      says: '已检测 3 篇，2 篇有发现',
    })
    expect(job.receipt).toEqual({
      scanned: 3,
      found: 2,
      words: [
        { word: '扫描词乙', articles: 2, change: 0 },
        { word: '扫描词甲', articles: 1, change: 0 },
      ],
      articles: [
        {
          ...{ articleId: first, title: '扫 描词甲在标题', status: 3 },
          words: [
            { word: '扫描词甲', change: 0 },
            { word: '扫描词乙', change: 0 },
          ],
        },
        { articleId: second, title: '正文里有', status: 3, words: [{ word: '扫描词乙', change: 0 }] },
      ],
    })
    // somebody else's walk names titles that are not theirs to read
    await giveScope(server, 'auditor', 'SELF')
    const elsewhere = await server.person({ roles: ['auditor'] })
    expect(await elsewhere.call('sensitive.scan', { jobId: started.jobId })).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await elsewhere.call('sensitive.cancel', { jobId: started.jobId })).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect((await elsewhere.call('sensitive.scan', {})).value).toBeNull()
    const own = (await elsewhere.call('article.detectionAll', { columnId: there })).value
    expect((await until(elsewhere, own.jobId)).receipt).toMatchObject({ scanned: 0, found: 0, articles: [] })
    expect((await writer.call('article.detectionAll', {})).errorCode).toBe('NO_PERMISSION')
  })

  test('a changed list is tried over what is published: told is what would be found, and what no more', async () => {
    const there = await makeColumn(server)
    const old = await added('试用旧词', { level: 0 })
    const text = anArticle(there, { title: '试用旧词', content: '<p>试用新词</p>', status: 1 })
    const saved = await admin.call('article.saveAdmin', text)
    expect(saved.errorMsg).toBe('')
    const { articleId } = saved.value
    await admin.call('article.accept', { items: [{ articleId }] })
    await admin.call('article.approve', { items: [{ articleId }] })
    await admin.call('article.saveAdmin', anArticle(there, { title: '试用新词的草稿', status: 3 }))
    const { total } = (await admin.call('sensitive.list', {})).value
    const body = { words: '试用新词\n试用旧词', level: 2, without: [old.id] }
    const started = (await admin.call('sensitive.tryOut', body)).value
    // the same word in and out again changes nothing
    expect((await until(admin, started.jobId)).receipt).toMatchObject({
      found: 1,
      words: [{ word: '试用新词', articles: 1, change: 1 }],
      articles: [{ articleId, words: [{ word: '试用新词', change: 1 }] }],
    })
    const less = (await admin.call('sensitive.tryOut', { words: '', without: [old.id] })).value
    expect((await until(admin, less.jobId)).receipt).toMatchObject({
      articles: [{ articleId, words: [{ word: '试用旧词', change: 2 }] }],
    })
    expect((await admin.call('sensitive.list', {})).value.total).toBe(total)
    expect(await admin.call('sensitive.tryOut', { words: '' })).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect((await admin.call('sensitive.tryOut', { words: '好词\n坏' })).errorMsg).toContain('第 2 行')
  })
})
