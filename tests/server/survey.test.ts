import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetVisitors } from '../../server/areas/survey/clock.ts'
import { keepTime } from '../../server/areas/survey.ts'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { longestStretch, stretchMax } from '../support/loop.ts'
import { makeDept, type Person, type Reply, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

const day = 24 * 3600_000
const watch = { stopped: () => false, progress: () => {} } as never

const questions = [
  { type: 0, title: '您怎样出行？', options: ['自驾车', '公交车', '步行'], other: 1 },
  { type: 1, title: '哪里停车最难？', options: ['菜市场', '医院', '小学'], least: 1, most: 2 },
  { page: 2, type: 2, title: '您的建议', required: 0, maxLength: 50 },
]

describe.each(databases)('surveys on %s', (database) => {
  let server: TestServer
  let admin: Person
  let from = 0
  const stranger = () => {
    from += 1
    return visitorsOf(server, `203.0.${Math.floor(from / 250)}.${(from % 250) + 1}`)
  }
  const add = async (more: object = {}) => {
    const reply = await admin.call('survey.add', { title: '停车问卷', questions, ...more })
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return reply.value
  }
  const move = (name: string, id: string, more: object = {}) =>
    admin.call(`survey.${name}`, { items: [{ id, ...more }] })
  const detail = async (id: string) => (await admin.call('survey.detail', { id })).value
  const started = async (more: object = {}) => {
    const { id } = await add(more)
    expect((await admin.call('survey.examine', { ids: [id] })).value.done).toEqual([id])
    expect((await move('open', id)).value.done).toEqual([id])
    return detail(id)
  }
  interface Whole {
    id: string
    edition: number
    questions: { id: string }[]
  }
  const given = ({ questions: all }: Whole, a: object, b: object = {}, c: object = {}) =>
    [a, b, c].map((one, i) => ({ questionId: all[i]?.id, ...one }))
  const send = async (
    survey: Whole,
    answers: object[],
    { key = `key-of-a-browser-${Math.random()}`, by = stranger(), headers = {}, ...more }: Record<string, unknown> = {},
  ): Promise<Reply> =>
    (by as ReturnType<typeof visitorsOf>).post(
      '/web/survey/save',
      {
        ...{ id: survey.id, edition: survey.edition, visitorKey: key, answers },
        ...{ verifyCode: 'ab12', codeId: await (by as ReturnType<typeof visitorsOf>).captcha() },
        ...more,
      },
      headers as Record<string, string>,
    )
  const stats = async (id: string) => (await admin.call('survey.answerdetail', { id })).value
  const find = (id: string) => server.raw(`/web/survey/find?id=${id}`, { method: 'POST' })

  /** Days go by, and sessions with them. */
  const later = async (days: number) => {
    server.clock.now += days * day
    admin = await server.person({ roles: ['admin'] })
  }

  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  test('is designed, examined, begun, paused, continued and ended by its table; what was approved with other words waits anew', async () => {
    const { id } = await add()
    expect(await detail(id)).toMatchObject({
      state: 4,
      status: 0,
      questions: [{ says: '单选' }, { says: '多选，选 1 至 2 项' }, {}],
    })
    expect((await move('open', id)).value.failed[0].errorMsg).toContain('请先审核通过')
    await admin.call('survey.examine', { ids: [id] })
    await admin.call('survey.edit', { id, title: '县城停车问卷' })
    expect(await detail(id)).toMatchObject({ state: 4, title: '县城停车问卷' })
    await admin.call('survey.examine', { ids: [id], status: 1 })
    const refused = await admin.call('survey.examine', { ids: [id], status: 0 })
    expect(refused.value.failed[0].errorMsg).toContain('理由')
    await admin.call('survey.examine', { ids: [id], status: 0, reason: '题目不明确' })
    expect(await detail(id)).toMatchObject({ state: 4, reason: '题目不明确' })
    await admin.call('survey.examine', { ids: [id] })
    const set = (status: number, more: object = {}) => admin.call('survey.setStatus', { ids: [id], status, ...more })
    expect((await set(1)).value.done).toEqual([id])
    expect((await set(2, { reason: '按要求暂停' })).value.done).toEqual([id])
    expect((await set(1)).value.done).toEqual([id])
    expect(await detail(id)).toMatchObject({ status: 1 })
    expect((await set(0)).value.failed[0].errorMsg).toContain('不能改回未开始')
    expect((await set(3)).value.done).toEqual([id])
    expect((await set(1)).value.failed[0].errorMsg).toContain('复制')
    expect((await admin.call('survey.history', { id })).value.total).toBe(10)
    expect((await admin.call('survey.list', { status: 3 })).value.list.map((one: { id: string }) => one.id)).toContain(
      id,
    )
    expect((await admin.call('survey.counts', {})).value.total).toBeGreaterThan(0)
  })

  test('another department’s is neither seen nor changed; one belongs to whose it is, and goes no further than they reach', async () => {
    const office = await makeDept(server, '办公室')
    const other = await makeDept(server, '文史委')
    const keys = ['survey_list', 'survey_edit', 'survey_recordList', 'survey_keywordState']
    const here = await holding(server, keys, { dataScope: 'DEPART', deptId: office })
    const there = await holding(server, keys, { dataScope: 'DEPART', deptId: other })
    const { id } = (await here.call('survey.add', { title: '本单位的', questions })).value
    expect((await here.call('survey.detail', { id })).value.deptId).toBe(String(office))
    for (const call of ['survey.detail', 'survey.edit', 'survey.copy', 'survey.answers'])
      expect([call, (await there.call(call, { id, title: '改了' })).errorCode]).toEqual([call, 'NOT_FOUND'])
    expect((await there.call('survey.list', {})).value.list).toEqual([])
    for (const call of ['survey.recordList', 'survey.questions', 'survey.keywords'])
      expect([call, (await there.call(call, { surveyId: id })).value.total]).toEqual([call, 0])
    expect((await here.call('survey.edit', { id, deptId: other })).errorCode).toBe('NO_PERMISSION')
    expect((await here.call('survey.edit', { id, title: '改了' })).errorCode).toBe('0')
    expect((await admin.call('survey.edit', { id, deptId: other })).errorCode).toBe('0')
  })

  test('a design that cannot be answered is refused by its question, and an empty one is not approved', async () => {
    const refused = async (one: object) => (await admin.call('survey.add', { title: '甲', questions: [one] })).errorMsg
    expect(await refused({ type: 0, title: '甲', options: ['一'] })).toContain(
      '题目（questions）：第 1 题，至少要有 2 个选项',
    )
    expect(await refused({ type: 1, title: '甲', options: ['一', '一'] })).toContain('选项有重复')
    expect(await refused({ type: 1, title: '甲', options: ['一', '二'], least: 2, most: 1 })).toContain('最少选的项数')
    const { id } = await add({ questions: [] })
    expect((await admin.call('survey.examine', { ids: [id] })).value.failed[0].errorMsg).toContain('还没有题目')
    const wrong = await admin.call('survey.add', { title: '甲', questions, startAt: '2030-02-01', endAt: '2030-01-01' })
    expect(wrong.errorMsg).toContain('应晚于开始时间')
  })

  test('a visitor answers once; each question says what is wrong; counters are right against a slow recount', async () => {
    const survey = await started()
    const by = stranger()
    // what is refused of a question leaves the captcha as it stands
    const codeId = await by.captcha()
    const bad = await send(survey, given(survey, {}, { chosen: [1, 2, 3] }, { words: '长'.repeat(51) }), { by, codeId })
    expect(bad).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: '题目（answers）：第 1 题，请作答；另有 2 题' })
    expect(bad.value.rows.map(({ row, says }: { row: number; says: string }) => `${row}${says}`)).toEqual([
      ...['1请作答', '2最多选 2 项', '3最多 50 个字'],
    ])
    const fine = given(
      survey,
      { chosen: [99], words: '骑车' },
      { chosen: [1, 3] },
      { words: '医院门口增设停车位，电话13900001234' },
    )
    const key = 'one-browser-and-no-other'
    const headers = { 'x-request-key': 'the-same-form' }
    const first = await send(survey, fine, { key, headers, by, codeId })
    expect(first, first.text).toMatchObject({ errorCode: '0' })
    expect((await send(survey, fine, { key, headers, by, codeId })).value).toEqual(first.value)
    expect(await send(survey, fine, { key })).toMatchObject({ errorCode: 'CONFLICT' })
    await send(survey, given(survey, { chosen: [1] }, { chosen: [3] }))
    const told = await stats(survey.id)
    expect(told).toMatchObject({ recordCount: 2, questions: [{ answered: 2 }, { answered: 2 }, { answered: 1 }] })
    expect(told.questions[1].options.map((one: { count: number }) => one.count)).toEqual([1, 0, 2])
    expect(told.questions[1].options[2].percent).toBe(100)
    const other = told.questions[0].options.at(-1)
    expect(other).toMatchObject({ title: '其他', count: 1, percent: 50 })
    const records = (await admin.call('survey.recordList', { surveyId: survey.id })).value.list
    const recordId = records.at(-1).id
    const record = (await admin.call('survey.recordGet', { id: recordId })).value
    expect(record.answers.map((one: { says: string }) => one.says).slice(0, 2)).toEqual(['其他：骑车', '菜市场；小学'])
    expect(record.answers[2].says).not.toContain('13900001234')
    const texts = (await admin.call('survey.text', { id: survey.questions[2].id })).value
    expect(texts).toMatchObject({ total: 1, list: [{ recordId }] })
    // nothing in the log says who answered
    expect((await admin.call('log.list', { call: 'survey.webSave' })).value.total).toBe(0)
    const sheet = (await admin.call('survey.answers', { id: survey.id, sortOrder: 'asc', afterId: 0 })).value
    expect(sheet.list[1].answers).toEqual(['自驾车', '小学', ''])
  })

  const recount = async (id: string) => {
    const rows = await server.parts.db.read
      .selectFrom('surveyAnswer')
      .select(['questionId', 'chosen'])
      .where('surveyId', '=', Number(id))
      .execute()
    const counts = new Map<string, number>()
    for (const { questionId, chosen } of rows)
      for (const choice of ['0', ...(chosen ?? '').split(',').filter(Boolean)])
        counts.set(`${questionId}/${choice}`, (counts.get(`${questionId}/${choice}`) ?? 0) + 1)
    return counts
  }

  test('fifty who answer at once are neither lost nor counted twice, and one who sends twice at once counts once', async () => {
    const survey = await started()
    const texts = ['医院门口停车难', '小学门口停车难', '菜市场停车位太少']
    const all = Array.from({ length: 50 }, (_, n) =>
      send(survey, given(survey, { chosen: [(n % 3) + 1] }, { chosen: [3, (n % 2) + 1] }, { words: texts[n % 3] })),
    )
    const twice = [0, 1].map(() =>
      send(survey, given(survey, { chosen: [1] }, { chosen: [1] }), { key: 'pressed-twice-at-once' }),
    )
    const replies = await Promise.all([...all, ...twice])
    expect(replies.filter(({ errorCode }) => errorCode === '0')).toHaveLength(51)
    expect(replies.filter(({ errorCode }) => errorCode === 'CONFLICT')).toHaveLength(1)
    const told = await stats(survey.id)
    expect(told.recordCount).toBe(51)
    const counts = await recount(survey.id)
    for (const { id, answered, options } of told.questions) {
      expect(answered).toBe(counts.get(`${id}/0`))
      for (const { choice, count } of options) expect(count).toBe(counts.get(`${id}/${choice}`) ?? 0)
    }
    const words = (await admin.call('survey.keywords', { surveyId: survey.id, pageSize: 100 })).value.list
    // 停车位 is a word of its own
    expect(words.find(({ word }: { word: string }) => word === '停车')).toMatchObject({ n: 34, state: 0 })
  })

  test('questions of one that has begun stand, whoever asks; its end may move, and a copy is the way', async () => {
    const survey = await started()
    const { id } = survey
    const changed = [{ type: 2, title: '别的' }]
    const refused = await admin.call('survey.edit', { id, questions: changed })
    expect(refused).toMatchObject({ errorCode: 'BAD_STATE' })
    expect(refused.errorMsg).toMatch(/不能修改题目：请复制一份.*survey copy/)
    expect((await admin.call('survey.edit', { id, questions })).errorCode).toBe('0')
    const end = await admin.call('survey.edit', { id, endAt: '2030-01-01' })
    expect(end.value).toMatchObject({ endAt: '2030-01-01 23:59:59', state: 1 })
    const copy = (await admin.call('survey.copy', { id })).value
    expect(copy).toMatchObject({ title: '停车问卷（副本）', state: 4, recordCount: 0, endAt: null })
    expect(copy.questions.map(({ title }: { title: string }) => title)).toEqual(questions.map(({ title }) => title))
    const edited = (await admin.call('survey.edit', { id: copy.id, questions: changed })).value
    expect(edited).toMatchObject({ edition: 2, questions: [{ title: '别的' }] })
    // answers of before the undo of its beginning hold the questions as well
    await send(survey, given(survey, { chosen: [1] }, { chosen: [1] }))
    await server.parts.db.write.updateTable('survey').set({ state: 4 }).where('id', '=', Number(id)).execute()
    expect((await admin.call('survey.edit', { id, questions: changed })).errorMsg).toContain('已有答卷')
  })

  test('after its end, while it is paused, before its beginning and by an old form nobody answers', async () => {
    const survey = await started()
    const { id } = survey
    const fine = given(survey, { chosen: [1] }, { chosen: [1] })
    expect(await send({ ...survey, edition: 7 }, fine)).toMatchObject({ errorCode: 'STALE' })
    await move('pause', id, { reason: '按要求暂停' })
    expect((await send(survey, fine)).errorMsg).toContain('已暂停')
    await move('resume', id)
    await admin.call('survey.edit', { id, endAt: new Date(server.clock.now + day).toISOString() })
    await later(3)
    // the clock has not come by yet, and the time is over all the same
    expect((await send(survey, fine)).errorMsg).toContain('已结束')
    const { id: draft, ...more } = await add()
    expect(await send({ ...more, id: draft }, fine)).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await find(draft)).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect((await send(survey, fine, { key: 'short' })).errorCode).toBe('BAD_INPUT')
  })

  test('begins and ends by the clock, also what was due while no server ran; marks of visitors go a day after', async () => {
    const at = (days: number) => new Date(server.clock.now + days * day).toISOString()
    const { id } = await add({ startAt: at(1), endAt: at(5) })
    await admin.call('survey.examine', { ids: [id] })
    await keepTime(server.parts, watch)
    expect(await detail(id)).toMatchObject({ state: 0 })
    await later(2)
    expect(await keepTime(server.parts, watch)).toMatchObject({
      state: 'done',
      says: expect.stringContaining('开始问卷 1 份'),
    })
    const survey = await detail(id)
    expect(survey).toMatchObject({ state: 1 })
    expect((await send(survey, given(survey, { chosen: [2] }, { chosen: [1] }))).errorCode).toBe('0')
    await later(8)
    await keepTime(server.parts, watch)
    expect(await detail(id)).toMatchObject({ state: 3 })
    expect(await keepTime(server.parts, watch)).toMatchObject({ says: '没有要做的' })
    const marks = () =>
      server.parts.db.read
        .selectFrom('surveyRecord')
        .select('id')
        .where('surveyId', '=', Number(id))
        .where('visitorHash', 'is not', null)
        .execute()
    await forgetVisitors(server.parts)
    expect(await marks()).toHaveLength(1)
    await later(2)
    await forgetVisitors(server.parts)
    expect(await marks()).toHaveLength(0)
    expect((await stats(id)).recordCount).toBe(1)
  })

  test('on a device of many each may answer, where that is set', async () => {
    const survey = await started({ shared: 1 })
    const fine = given(survey, { chosen: [1] }, { chosen: [1] })
    const key = 'the-tablet-in-the-hall'
    expect((await send(survey, fine, { key })).errorCode).toBe('0')
    expect((await send(survey, fine, { key })).errorCode).toBe('0')
    expect((await stats(survey.id)).recordCount).toBe(2)
  })

  test('results and keywords are read by everybody only once somebody has published and allowed them', async () => {
    const survey = await started()
    const { id } = survey
    await send(survey, given(survey, { chosen: [1] }, { chosen: [2] }, { words: '医院停车位太少' }))
    expect((await find(id)).value).toMatchObject({ status: 1, results: null })
    expect((await admin.call('survey.result', { ids: [id], resultFlag: 1 })).value.failed[0].errorMsg).toContain(
      '还没有结束',
    )
    await move('end', id)
    expect((await find(id)).value).toMatchObject({ status: 3, results: null })
    await admin.call('survey.result', { ids: [id], resultFlag: 1 })
    const shown = (await find(id)).value
    expect(shown.results).toMatchObject({ recordCount: 1 })
    expect(shown.results.questions[2].keywords).toEqual([])
    const { list } = (await admin.call('survey.keywords', { surveyId: id })).value
    const word = list.find((one: { word: string }) => one.word === '医院')
    await admin.call('sensitive.add', { word: '停车位', level: 2 })
    const ids = list.map((one: { id: string }) => one.id)
    const allowed = (await admin.call('survey.keywordState', { ids, state: 1 })).value
    expect(allowed.done).toContain(word.id)
    expect(allowed.failed).toMatchObject([{ errorCode: 'SENSITIVE_WORDS' }])
    expect((await find(id)).value.results.questions[2].keywords).toContainEqual({ word: '医院', count: 1 })
    // of two who judge at once the second is told
    const seenAs = (version: number) => `${word.id}:${version}`
    const judged = async (versions: string) =>
      (await admin.call('survey.keywordState', { ids: [word.id], state: 2, versions })).value
    expect(word.version).toBe(1)
    expect((await judged(seenAs(1))).failed).toMatchObject([
      { errorCode: 'STALE', errorMsg: expect.stringMatching(/该关键词已由 .+ 于 .+ 修改，请核对后再提交/) },
    ])
    expect((await find(id)).value.results.questions[2].keywords).toContainEqual({ word: '医院', count: 1 })
    expect((await judged(seenAs(2))).done).toEqual([word.id])
    expect((await find(id)).value.results.questions[2].keywords).not.toContainEqual({ word: '医院', count: 1 })
    const { version } = (await admin.call('survey.detail', { id })).value
    const takeDown = async (seen: number) =>
      (await admin.call('survey.result', { ids: [id], resultFlag: 0, versions: `${id}:${seen}` })).value
    expect((await takeDown(version - 1)).failed).toMatchObject([{ errorCode: 'STALE' }])
    expect((await find(id)).value.results).not.toBeNull()
    expect((await takeDown(version)).done).toEqual([id])
    expect((await find(id)).value.results).toBeNull()
    const open = (await server.raw('/web/survey/top?size=100', { method: 'POST' })).value
    expect(open.map((one: { id: string }) => one.id)).toContain(id)
    expect((await server.anyone.call('survey.webList', { status: 3 })).value.list.length).toBeGreaterThan(0)
  })

  test('the site has the form while it runs and the results once they are published', async () => {
    const survey = await started({ title: '小游园问卷', intro: '请您选择' })
    const { id } = survey
    const read = async (path: string) => (await fetch(`${server.url}/site/public_survey/${path}`)).text()
    const page = () => read(`${id}.html`)
    const list = () => read('')
    await expect.poll(list).toContain('小游园问卷（进行中）')
    await expect.poll(page).toContain('哪里停车最难？')
    await move('pause', id, { reason: '按要求暂停' })
    await expect.poll(page).toContain('问卷已暂停')
    await move('end', id)
    await expect.poll(page).toContain('感谢参与')
    await admin.call('survey.result', { ids: [id], resultFlag: 1 })
    await expect.poll(page).toContain('共收到 0 份答卷')
    // no heading stands bare
    expect(await page()).toContain('没有可以公布的关键词')
    // what everybody reads is not taken away beside
    const [refused] = (await admin.call('survey.dels', { ids: [id] })).value.failed
    expect(refused.errorMsg).toContain('的结果在网站上公布着，请先撤下结果')
    await admin.call('survey.result', { ids: [id], resultFlag: 0 })
    expect((await admin.call('survey.dels', { ids: [id] })).value.done).toEqual([id])
    expect((await fetch(`${server.url}/site/public_survey/${id}.html`)).status).toBe(404)
    await admin.call('survey.binRestore', { items: [{ id }] })
    await expect.poll(page).toContain('感谢参与')
    const preview = await admin.call('survey.preview', { id: (await add({ title: '预览的' })).id })
    expect(preview.text).toContain('预览的')
    expect(preview.text).toContain('预览，未开始')
    const paged = await add({
      title: '两页的',
      questions: questions.map((one, i) => ({ ...one, page: i === 0 ? 1 : 2 })),
    })
    const both = (await admin.call('survey.preview', { id: paged.id })).text
    expect([...both.matchAll(/<h2>(第 \d 页，共 2 页)<\/h2>/g)].map(([, says]) => says)).toEqual([
      ...['第 1 页，共 2 页', '第 2 页，共 2 页'],
    ])
  })

  test('without scripts a page of the server takes the answers, says what is wrong at its question, and counts once', async () => {
    const survey = await started({ title: '不用脚本' })
    const { id } = survey
    const open = async () => (await fetch(`${server.url}/x/survey/form?id=${id}`)).text()
    const hidden = (page: string) =>
      [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [name, value])
    const post = async (page: string, more: string[][]) => {
      const pairs = [...hidden(page), ...more] as string[][]
      const { codeId } = Object.fromEntries(pairs)
      const answer = server.parts.secret.mark('captcha', 'ab12')
      await server.parts.db.write
        .updateTable('captcha')
        .set({ answer })
        .where('codeId', '=', codeId as string)
        .execute()
      const reply = await fetch(`${server.url}/x/survey/form/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(pairs).toString(),
      })
      expect(reply.status).toBe(200)
      return reply.text()
    }
    const [a, b, c] = survey.questions.map((one: { id: string }) => one.id)
    const words = [
      ['words', ''],
      ['words', '增设车位<b>'],
      ['verifyCode', 'ab12'],
    ]
    const first = await open()
    expect(first).toContain(`value="${c}"`)
    // what the form with scripts tells is told here too, and what holds of this survey alone
    const told = '不登录，不记录您是谁；写下的手机号、身份证号等会自动隐去。'
    expect(first).toContain(`每台设备只能提交一份。${told}`)
    const many = await started({ title: '大厅的平板', shared: 1 })
    const ofMany = await (await fetch(`${server.url}/x/survey/form?id=${many.id}`)).text()
    expect(ofMany).toContain(`<p class="write-says">${told}`)
    const wrong = await post(first, [['chosen', ''], ['chosen', `${b}:1`], ...words])
    expect(wrong).toContain('请作答')
    expect(wrong).toContain(`value="${b}:1" checked`)
    expect(wrong).toContain('增设车位&lt;b&gt;')
    const done = await post(wrong, [['chosen', `${a}:2`], ['chosen', `${b}:1`], ['chosen', `${b}:3`], ...words])
    expect(done).toContain('提交成功')
    const again = await post(wrong, [['chosen', `${a}:2`], ['chosen', `${b}:1`], ...words])
    expect(again).not.toContain('提交成功')
    expect((await stats(id)).questions[1].options.map((one: { count: number }) => one.count)).toEqual([1, 0, 1])
    await move('end', id)
    expect(await open()).toContain('问卷已结束，现在不能提交')
  })

  test('what is wrong in one of many questions is told with its number', async () => {
    const of = (title: string) => ({ type: 2, title })
    const { errorMsg } = await admin.call('survey.add', { title: '编号', questions: [of('一'), of(''), of('三')] })
    expect(errorMsg).toBe('题目（questions）：第 2 项，请输入题目')
  })

  test('a form of thousands of choices is refused without much work', async () => {
    const { id } = await started({ title: '许多选项' })
    const body = new URLSearchParams({ id, edition: '1', visitorKey: crypto.randomUUID() })
    for (const field of ['requestKey', 'codeId', 'verifyCode']) body.set(field, 'x')
    for (let i = 0; i < 6000; i += 1) body.append('chosen', `${100_000 + i}:1`)
    const send = () => fetch(`${server.url}/x/survey/form/send`, { method: 'POST', body }).then((reply) => reply.text())
    expect(await send()).toContain('许多选项')
    expect(await longestStretch(send)).toBeLessThan(stretchMax / 2)
  })

  test('one with ten thousand answers keeps its questions, is counted at once, and leaves as a sheet', async () => {
    const survey = await started({ title: '一万份' })
    const { id } = survey
    const [first] = survey.questions
    const at = { surveyId: Number(id), createdAt: server.clock.now }
    const questionId = Number(first?.id)
    await server.parts.db.transaction(async (trx) => {
      for (let from = 0; from < 10_000; from += 500) {
        const records = await trx
          .insertInto('surveyRecord')
          .values(Array.from({ length: 500 }, () => at))
          .returning('id')
          .execute()
        const rows = records.map((one) => ({ ...at, recordId: one.id, questionId, chosen: '1' }))
        await trx.insertInto('surveyAnswer').values(rows).execute()
      }
      const counts = [0, questionId].map((question) => ({ surveyId: Number(id), questionId: question, n: 10_000 }))
      await trx
        .insertInto('surveyCount')
        .values([...counts.map((one) => ({ ...one, choice: 0 })), { ...counts[1], choice: 1 } as never])
        .execute()
    })
    expect(await admin.call('survey.edit', { id, questions: [{ type: 2, title: '别的' }] })).toMatchObject({
      errorCode: 'BAD_STATE',
    })
    await send(survey, given(survey, { chosen: [1] }, { chosen: [1] }))
    const told = await stats(id)
    expect(told).toMatchObject({ recordCount: 10_001, questions: [{ answered: 10_001 }, { answered: 1 }, {}] })
    const sheet = await admin.call('survey.answersExcel', { id })
    expect(sheet.headers.get('content-disposition')).toContain('xlsx')
    const list = (await admin.call('survey.answers', { id, pageSize: 200 })).value
    expect([list.total, list.list.length]).toEqual([10_001, 200])
    await move('end', id)
    expect(await detail(id)).toMatchObject({ state: 3, recordCount: 10_001 })
  })

  test('the sheet has a column for each question, and what is deleted goes with all its answers', async () => {
    const survey = await started({ title: '要删的' })
    const { id } = survey
    await send(survey, given(survey, { chosen: [1] }, { chosen: [2] }, { words: '=1+1' }))
    const sheet = await admin.call('survey.answersExcel', { id })
    expect(sheet.headers.get('content-type')).toContain('spreadsheetml')
    expect((await admin.call('survey.survrveyExcel', {})).headers.get('content-type')).toContain('spreadsheetml')
    expect((await admin.call('survey.dels', { ids: [id] })).value.failed[0].errorMsg).toContain('请先结束')
    await move('end', id)
    await admin.call('survey.delete', { id })
    expect((await admin.call('survey.recordList', { surveyId: id })).value.total).toBe(0)
    await move('binPurge', id)
    const left = await server.parts.db.read
      .selectFrom('surveyAnswer')
      .select('id')
      .where('surveyId', '=', Number(id))
      .execute()
    expect(left).toEqual([])
  })
})
