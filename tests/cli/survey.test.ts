import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  const { token } = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

const questions = [
  { type: 0, title: '您怎样出行？', options: ['自驾车', '公交车'] },
  { type: 2, title: '您的建议', required: 0 },
]

test('questions are typed as JSON, their kinds by words, as the help shows', async () => {
  const { out } = await home.xzx('survey add --help')
  expect(out.replaceAll(/\s+/g, '')).toContain(`题目：JSON，例如'[{"type":"单选"`)
  expect(out.replaceAll(/\s+/g, '')).toContain('type题型（单选、多选、文本）')
  const made = [{ type: '多选', title: '您怎样出行？', required: '选答', options: ['自驾车', '公交车'] }]
  const answer = await home.xzx(['survey', 'add', '--title', '出行问卷', '--questions', JSON.stringify(made), '--json'])
  expect(answer.json().questions).toMatchObject([{ type: 1, required: 0 }])
  const filed = JSON.stringify({ title: '出行问卷二', questions: made })
  const other = await home.xzx('survey add --file - --json', { stdin: filed })
  expect(other.json().questions).toMatchObject([{ type: 1, required: 0 }])
  const wrong = JSON.stringify([{ ...made[0], type: '判断' }])
  const refused = await home.xzx(['survey', 'add', '--title', '出行问卷', '--questions', wrong])
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('第 1 项 type')])
  for (const { id } of [answer.json(), other.json()]) await home.xzx(`survey del ${id} --yes`)
})

test('a survey goes its way by commands: designed, examined, begun, paused, ended, counted, and its answers leave as a file', async () => {
  const run = async (line: string, stdin?: string) => {
    const done = await home.xzx(line, stdin === undefined ? {} : { stdin })
    expect(done.code, `${line}\n${done.err}`).toBe(0)
    return done.out
  }
  const design = JSON.stringify({ title: '停车问卷', questions })
  const { id } = JSON.parse(await run('survey add --file - --json', design))
  expect(await run('survey list --state 待审核')).toContain('停车问卷')
  await run(`survey examine ${id} --yes`)
  await run(`survey open ${id} --yes`)
  const survey = JSON.parse(await run(`survey show ${id} --json`))
  const visitor = visitorsOf(server)
  for (const [n, words] of ['多建停车位', '=1+1'].entries()) {
    const codeId = await visitor.captcha()
    const answers = [
      { questionId: survey.questions[0].id, chosen: [n + 1] },
      { questionId: survey.questions[1].id, words },
    ]
    const sent = { id, edition: survey.edition, visitorKey: `a-browser-of-test-${n}`, answers }
    expect((await visitor.post('/web/survey/save', { ...sent, verifyCode: 'ab12', codeId })).errorCode).toBe('0')
  }
  await run(`survey pause ${id} --reason 按要求暂停 --yes`)
  await run(`survey resume ${id} --yes`)
  const refused = await home.xzx(`survey edit ${id} --title 别的`)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`xzx survey copy ${id}`)])
  expect(JSON.parse(await run(`survey copy ${id} --json`))).toMatchObject({ title: '停车问卷（副本）' })
  await run(`survey end ${id} --yes`)
  expect(JSON.parse(await run(`survey stats ${id} --json`))).toMatchObject({ recordCount: 2 })
  const drawnStats = await run(`survey stats ${id} --format table`)
  expect(drawnStats).toMatch(/1\. 您怎样出行？ +2 +自驾车 +1 +50/)
  // in a pipe a row each too
  expect(await run(`survey stats ${id}`)).toMatch(/1\. 您怎样出行？\t2\t公交车\t1\t50/)
  expect(await run(`survey stats ${id} --format csv`)).toMatch(/1\. 您怎样出行？,2,公交车,1,50/)
  const [record] = (await run(`survey answers --survey-id ${id} --format ids`)).trim().split('\n')
  expect(await run(`survey answer ${record} --format table`)).toMatch(/您怎样出行？ +(自驾车|公交车)/)
  const shownAll = await run(`survey show ${id} --format table`)
  expect(shownAll).toMatch(/1\. .*您怎样出行？/)
  expect(shownAll).toContain('选项：自驾车、公交车')
  expect(await run(`survey text ${survey.questions[1].id} --fields words`)).toContain('多建停车位')
  const csv = await run(`survey export ${id} --out -`)
  expect(csv).toContain('答卷编号,提交时间,1. 您怎样出行？,2. 您的建议')
  expect(csv).toMatch(/公交车,"?'=1\+1/)
  const lines = (await run(`survey export ${id} --out - --format ndjson`)).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).q1).sort()).toEqual(['公交车', '自驾车'])
  expect((await home.xzx('survey export')).code).toBe(2)
  const words = await run(`survey keywords --survey-id ${id} --format ids`)
  await run(`survey keyword-state ${words.trim().split('\n').join(' ')} --state 可公开 --yes`)
  await run(`survey result ${id} --result-flag 公布 --yes`)
  expect((await run('survey list --state 已结束 --format ids')).trim()).toBe(id)
})
