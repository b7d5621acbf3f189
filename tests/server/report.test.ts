import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { fetchFile, pdf, sendFile } from '../support/files.ts'
import { makeColumn, type Person, type Reply, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('what units report on %s', (database) => {
  let server: TestServer
  let admin: Person
  let desk: Person
  let second: Person
  let water: Person
  let colleague: Person
  let forest: Person
  let depts: Record<'water' | 'forest' | 'office', string>
  let column: number
  let other: number

  const given = (more: object = {}) => ({ title: '水库安全检查', content: '<p>检查了三座水库。</p>', ...more })
  const add = async (who: Person, more: object = {}): Promise<string> => {
    const reply = await who.call('report.add', given(more))
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return reply.value.id
  }
  const get = async (id: string, who = desk) => (await who.call('report.get', { id })).value
  const move = (name: string, id: string, who: Person, more: object = {}) =>
    who.call(`report.${name}`, { items: [{ id, ...more }] })
  const whyNot = async (made: Promise<Reply>) => {
    const { value, errorMsg } = await made
    return value?.failed?.[0]?.errorMsg ?? errorMsg
  }
  const line = async (dept: string, who = desk, more: object = {}) =>
    (await who.call('report.reportDeptList', more)).value.find((one: { deptId: string }) => one.deptId === dept)

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    const dept = async (name: string) => (await admin.call('dept.save', { name, isCount: 1 })).value.id
    depts = { water: await dept('水利局'), forest: await dept('林草局'), office: await dept('办公室') }
    column = await makeColumn(server, '部门动态')
    other = await makeColumn(server, '政协要闻')
    const office = Number(depts.office)
    desk = await server.person({ roles: ['auditor'], deptId: office, name: '编辑' })
    second = await server.person({ roles: ['auditor'], deptId: office, name: '总编' })
    water = await server.person({ roles: ['reporter'], deptId: Number(depts.water), columns: [column], name: '水生' })
    colleague = await server.person({ roles: ['staff'], deptId: Number(depts.water), columns: [column] })
    forest = await server.person({ roles: ['reporter'], deptId: Number(depts.forest), columns: [column] })
  })
  afterAll(() => server.close())

  test('a draft is its writer’s until it is handed in; then the office judges it, and who wrote it mends it', async () => {
    const id = await add(water)
    expect(await get(id, water)).toMatchObject({ status: 0, deptName: '水利局', createdByName: '水生', points: 0 })
    expect((await water.call('report.my')).value).toMatchObject({ total: 1 })
    expect((await desk.call('report.list', { title: '水库' })).value.total).toBe(0)
    expect((await desk.call('report.counts')).value.total).toBe(0)
    expect(await forest.call('report.get', { id })).toMatchObject({ errorCode: 'NOT_FOUND' })
    for (const name of ['submit', 'recall', 'dels'])
      expect(
        await whyNot(name === 'dels' ? colleague.call('report.dels', { ids: [id] }) : move(name, id, colleague)),
      ).toContain('不存在或无权操作')
    expect(await whyNot(move('pass', id, desk))).toContain('不存在或无权操作')
    expect((await move('submit', id, water)).value.done).toEqual([id])
    expect(await get(id)).toMatchObject({ status: 1, points: 1, submittedAt: expect.any(String) })
    expect(await whyNot(water.call('report.edit', { id, title: '改' }))).toContain('请先撤回报送')
    await move('recall', id, water)
    expect(await get(id, water)).toMatchObject({ status: 0, points: 0, submittedAt: null })
    await move('submit', id, water)
    expect(await whyNot(move('sendBack', id, desk))).toContain('理由')
    await move('sendBack', id, desk, { reason: '没有图片，或图片不清晰' })
    expect(await get(id, water)).toMatchObject({ status: 4, reason: '没有图片，或图片不清晰', points: 0 })
    expect((await water.call('inbox.count')).value.piles).toContainEqual(
      expect.objectContaining({ pile: 'report.returned', count: 1 }),
    )
    expect(await whyNot(colleague.call('report.edit', { id, title: '代改' }))).toContain('只有报送人本人')
    const edited = await water.call('report.edit', { id, content: '<p>检查了三座<script>alert(1)</script>水库</p>' })
    expect(edited.value.content).toBe('<p>检查了三座水库</p>')
    await move('submit', id, water)
    await move('undo', id, water)
    expect(await get(id, water)).toMatchObject({ status: 4, points: 0 })
    const steps = (await water.call('report.history', { id })).value.list
    const first = steps.at(-1)
    const back = await water.call('report.restore', { id, revisionId: first.id })
    expect(back.value.content).toBe('<p>检查了三座水库。</p>')
    expect((await water.call('report.dels', { ids: [id] })).value.done).toEqual([id])
    await move('binRestore', id, water)
    await water.call('report.dels', { ids: [id] })
  })

  test('nor is a draft anybody else’s in the recycle bin: not listed, not brought back, not purged', async () => {
    const id = await add(water, { title: '没有写完的' })
    await water.call('report.dels', { ids: [id] })
    const inBin = async (who: Person) =>
      (await who.call('report.binList', { title: '没有写完的' })).value.list.map((one: { id: string }) => one.id)
    expect(await inBin(water)).toEqual([id])
    for (const who of [admin, desk, colleague]) {
      expect((await who.call('report.binList', { title: '没有写完的' })).value?.list ?? []).toEqual([])
      const done = await move('binRestore', id, who)
      expect(done.value?.done ?? []).toEqual([])
    }
    expect((await move('binPurge', id, admin, { reason: '清理' })).value.failed).toMatchObject([
      { id, errorCode: 'NOT_FOUND' },
    ])
    expect((await move('binRestore', id, water)).value.done).toEqual([id])
    await water.call('report.dels', { ids: [id] })
  })

  test('the office judges several by one call, each verdict by its right; nobody deletes what lies with it', async () => {
    const [one, two] = [await add(water, { submit: 1 }), await add(forest, { submit: 1 })]
    expect(await water.call('report.reportAudit', { ids: [one], verdict: 1 })).toMatchObject({
      errorCode: 'NO_PERMISSION',
    })
    const back = { ids: [two], verdict: 0, reason: '与已有信息重复' }
    expect((await desk.call('report.reportAudit', back)).value.done).toEqual([two])
    expect(await whyNot(desk.call('report.reportAudit', { ids: [one], verdict: 0 }))).toContain('理由')
    expect((await desk.call('report.reportAudit', { ids: [one], verdict: 1 })).value.done).toEqual([one])
    expect(await get(one)).toMatchObject({ status: 2, judgedByName: '编辑' })
    expect(await whyNot(water.call('report.dels', { ids: [one] }))).toContain('留作报送记录')
    expect((await forest.call('report.dels', { ids: [two] })).value.done).toEqual([two])
    const { piles } = (await desk.call('inbox.count')).value
    expect(piles).toContainEqual(expect.objectContaining({ pile: 'report.toAdopt', count: 1 }))
  })

  test('one that is adopted becomes an article of its unit in the chosen column, with its files, and each knows the other', async () => {
    const { id: file } = (await sendFile(server, water, 'report', '检查表.pdf', pdf('甲'))).value
    const id = await add(water, { title: '汛前检查', author: '水生', columnId: column, files: [file], submit: 1 })
    expect((await get(id)).files).toMatchObject([{ name: '检查表.pdf' }])
    expect((await fetchFile(server, forest, file)).errorCode).toBe('NOT_FOUND')
    expect(await water.call('report.adopt', { id, columnId: other })).toMatchObject({ errorCode: 'NO_PERMISSION' })
    expect(await whyNot(desk.call('report.adopt', { id, columnId: 9999 }))).toContain('栏目')
    expect(await get(id)).toMatchObject({ status: 1, articleId: null })
    const adopted = (await desk.call('report.adopt', { id, columnId: other, extra: 3, title: '汛前检查完成' })).value
    expect(adopted).toMatchObject({ status: 3, points: 9, extra: 3, articleTitle: '汛前检查完成', articleStatus: 1 })
    const { articleId } = adopted
    const article = (await desk.call('article.view', { articleId })).value
    expect(article).toMatchObject({ columnId: String(other), source: '水利局 水生', deptId: depts.water })
    expect(article.files).toMatchObject([{ name: '检查表.pdf' }])
    expect(article.files[0].id).not.toBe(file)
    expect((await desk.call('report.list', { articleId })).value.list).toMatchObject([{ id, title: '汛前检查' }])
    expect(await whyNot(move('undo', id, desk))).toContain('取消采用')
    expect(await whyNot(desk.call('report.adopt', { id, columnId: other }))).toContain('已采用')
    // who adopted it has submitted it: another person publishes
    const items = [{ articleId }]
    await desk.call('article.accept', { items })
    expect(await whyNot(desk.call('article.approve', { items }))).toContain('不能')
    expect((await second.call('article.approve', { items })).value.done).toEqual([articleId])
    expect(await get(id, water)).toMatchObject({ articleStatus: 2, articleUrl: expect.stringContaining(articleId) })
    expect(await whyNot(move('drop', id, desk, { reason: '采用的文章已删除' }))).toContain('还在')
    await desk.call('article.takeDown', { items: [{ articleId, reason: '重复' }] })
    await admin.call('article.delete', { items: [{ articleId, reason: '重复' }] })
    expect(await get(id)).toMatchObject({ articleTitle: null, articleStatus: null })
    await move('drop', id, desk, { reason: '采用的文章已删除' })
    expect(await get(id)).toMatchObject({ status: 2, points: 4, articleId: null, adoptedAt: null })
  })

  test('two of the office who adopt the same at once make one article of it', async () => {
    const id = await add(water, { title: '同时采用', submit: 1 })
    const both = await Promise.all([desk, second].map((who) => who.call('report.adopt', { id, columnId: other })))
    expect(both.map(({ errorCode }) => errorCode).filter((code) => code === '0')).toHaveLength(1)
    expect((await admin.call('article.list', { title: '同时采用' })).value.total).toBe(1)
  })

  test('what holds a forbidden word is not handed to who audits articles; as a draft it is mended first', async () => {
    await admin.call('sensitive.add', { word: '违禁词甲', level: 2 })
    const id = await add(forest, { content: '<p>含违禁词甲。</p>', submit: 1 })
    expect(await desk.call('report.adopt', { id, columnId: other })).toMatchObject({ errorCode: 'SENSITIVE_WORDS' })
    const { value } = await desk.call('report.adopt', { id, columnId: other, as: 3 })
    expect(value).toMatchObject({ status: 3, articleStatus: 3 })
    const told = async (call: string) => JSON.stringify((await admin.call('log.list', { call })).value.list)
    expect(await told('report.adopt')).toContain('采用报送信息「水库安全检查」')
    expect(await told('article.saveRole')).toContain('新增《水库安全检查》')
  })

  test('points follow the settings, the office adds to them within a bound, and units stand by their points', async () => {
    const before = await line(depts.forest)
    const items = [
      { name: 'report.submitPoints', value: '2' },
      { name: 'report.extraMost', value: '4' },
    ]
    await admin.call('setting.save', { items })
    const id = await add(forest, { title: '造林进展', submit: 1 })
    expect(await get(id)).toMatchObject({ points: 2 })
    expect(await whyNot(desk.call('report.score', { id, extra: 5 }))).toContain('最多加 4 分')
    expect((await desk.call('report.score', { id, extra: 4, remark: '时效性强' })).value).toMatchObject({ points: 6 })
    // returned and handed in again, it has what every one has
    const back = await add(forest, { title: '又一篇', submit: 1 })
    await desk.call('report.score', { id: back, extra: 4 })
    await move('sendBack', back, desk, { reason: '请补充' })
    await move('submit', back, forest)
    expect(await get(back)).toMatchObject({ points: 2, extra: 0 })
    await move('sendBack', back, desk, { reason: '请补充' })
    await forest.call('report.dels', { ids: [back] })
    const [step] = (await desk.call('report.history', { id })).value.list
    expect(step).toMatchObject({ act: '加分', reason: '时效性强' })
    const after = await line(depts.forest)
    expect(after.points - before.points).toBe(6)
    expect(after.submitted - before.submitted).toBe(1)
    // each number is that of the list behind it
    const deptId = depts.forest
    expect((await desk.call('report.list', { deptId })).value.total).toBe(after.submitted)
    expect((await desk.call('report.list', { deptId, status: 3 })).value.total).toBe(after.adopted)
    expect(after.inReach).toBe(after.submitted)
    expect(await line(depts.forest, water)).toMatchObject({ points: after.points, inReach: 0 })
    const ranks = (await desk.call('report.reportDeptList')).value as { points: number; deptId: string }[]
    expect(ranks.map(({ points }) => points)).toEqual(ranks.map(({ points }) => points).toSorted((a, b) => b - a))
    expect(await line(depts.office)).toMatchObject({ submitted: 0, points: 0 })
    expect(await line(depts.forest, desk, { month: '2020-01' })).toMatchObject({ submitted: 0 })
    const month = (await get(id)).submittedAt.slice(0, 7)
    expect(await line(depts.forest, desk, { month })).toMatchObject({ submitted: after.submitted })
    expect(await desk.call('report.reportDeptList', { month: '2026-13' })).toMatchObject({ errorCode: 'BAD_INPUT' })
    const counted = (await desk.call('home.deptCount', { deptId })).value
    expect(counted).toMatchObject([{ deptName: '林草局', count: after.submitted }])
  })

  test('each is told the columns into which they may report, and what they may do', async () => {
    const { value } = await water.call('report.role')
    expect(value).toMatchObject({ deptName: '水利局', columns: [{ columnId: String(column), columnName: '部门动态' }] })
    expect(value.actions.map(({ action }: { action: string }) => action)).toEqual(['add', 'submit', 'recall', 'delete'])
    expect((await desk.call('report.role', { title: '要闻' })).value).toMatchObject({
      columns: [],
      actions: [{ action: 'pass' }, { action: 'sendBack' }, { action: 'adopt' }, { action: 'drop' }],
    })
    expect(await water.call('report.add', given({ columnId: other }))).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('the menu of the reporting console is its own, and stands in no other one', async () => {
    const menuAt = async (appKey: string) => {
      const headers = { authorization: water.token, appKey }
      const { value } = await server.raw('/menu/list', { method: 'POST', headers })
      const groups = value.menusList as { name: string; children: { url: string }[] }[]
      return groups.flatMap(({ children }) => children.map(({ url }) => url))
    }
    expect(await menuAt('reportSite')).toEqual([
      ...['/report/home/audit', '/report/article/infoReport', '/report/article/reportList'],
      '/report/article/statistics',
    ])
    const office = await menuAt('admin')
    expect(office).toContain('/main/article/report')
    expect(office.filter((url) => url.startsWith('/report/'))).toEqual([])
  })

  test('the circular of a month is a document for Word, the ranking a sheet', async () => {
    for (const [path, body] of [
      ['/x/report/circular', { month: '2026-11' }],
      ['/x/report/rankingExcel', {}],
    ] as const) {
      const headers = { authorization: desk.token, 'content-type': 'application/json' }
      const reply = await server.raw(path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(reply.status).toBe(200)
    }
  })
})
