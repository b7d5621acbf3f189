import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  const admin = await server.person({ roles: ['admin'] })
  await admin.call('dept.save', { name: '城管局' })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('a request goes its way by commands, is explained day by day, and becomes a Word file and a line of the report', async () => {
  const visitor = visitorsOf(server)
  const sent = {
    ...{ applicant: 0, name: '周小雨', idNumber: '110101199003070134', phone: '13900001234', medium: 1, way: 3 },
    ...{ title: '东街改造的预算', content: '2025 年的预算批复', verifyCode: 'ab12' },
  }
  const { id } = (await visitor.post('/web/apply/save', { ...sent, codeId: await visitor.captcha() })).value
  const run = async (line: string) => {
    const done = await home.xzx(line)
    expect(done.code, `${line}\n${done.err}`).toBe(0)
    return `${done.out}${done.err}`
  }
  expect(await run('apply list --state 待确认 --format table')).toMatch(/东街改造的预算/)
  await run('apply overdue')
  await run(`apply confirm ${id} --yes`)
  await run(`apply forward ${id} --dept 城管局 --remarks 请检索`)
  await run(`apply return ${id} --remarks 本部门没有相关信息 --dept 城管局 --yes`)
  expect(await run(`apply show ${id}`)).toContain('本部门没有相关信息')
  await run(`apply forward ${id} --dept 城管局`)
  // what has no way back asks, and does nothing where nobody can be asked
  const unasked = await home.xzx(`apply extend ${id} --days 3 --reason 需要检索的档案较多`)
  expect([unasked.code, unasked.err]).toEqual([
    2,
    expect.stringContaining('只有一次，申请人随即看到，不能撤销，需要确认'),
  ])
  expect((await home.xzx(`apply get ${id} --json`)).json().extendDays).toBe(null)
  await run(`apply extend ${id} --days 3 --reason 需要检索的档案较多 --yes`)
  await run(`apply third-party ${id} --name 城建公司 --yes`)
  await run(`apply third-reply ${id} --opinion 同意公开 --yes`)
  const days = await run(`apply explain ${id}`)
  expect(days).toMatch(/2026-11-24.*计入.*2/)
  expect(days).toContain('互联网渠道提交的，以双方确认之日为收到申请之日')
  const kept = await home.xzx(`apply answer ${id} --dept 城管局 --content 正在查找`)
  expect([kept.code, kept.err]).toEqual([0, expect.stringContaining(`--dept 城管局 --outcome … --done 提交；`)])
  await run(`apply answer ${id} --dept 城管局 --outcome 予以公开 --content 现提供预算批复 --done 提交`)
  await run(`apply issue ${id} --yes`)
  await run(`apply deliver ${id} --way 网上查看 --yes`)
  await run(`apply word ${id} --paper 答复书 --out 答复书.docx`)
  const parts = unzipSync(new Uint8Array(readFileSync(join(home.dir, '答复书.docx'))))
  expect(strFromU8(parts['word/document.xml'] as Uint8Array)).toContain('现提供预算批复')
  expect((await home.xzx(`apply word ${id} --paper 判决书 --out x.docx`)).code).toBe(2)
  const named = await home.xzx(`apply word ${id} --out 答复书.pdf`)
  expect([named.code, named.err]).toEqual([2, expect.stringContaining('只能是 .docx 文件')])
  expect((await home.xzx('apply word')).err).toContain('缺少申请编号')
  // as scripts of before have it
  expect(JSON.parse(await run(`apply export ${id} --out 办理单.docx --json -q`))).toMatchObject({
    file: join(home.dir, '办理单.docx'),
  })
  const exports = async () =>
    (await server.parts.db.read.selectFrom('log').select('id').where('call', '=', 'apply.exportWord').execute()).length
  const before = await exports()
  expect(await run(`apply word ${id} --dry-run`)).toBe('执行时离上次核对身份久了的，须再次核对\n试运行，没有输出文件\n')
  // a try fails where the act would
  for (const line of [`apply word ${id} --paper 补正告知书`, `apply download ${id}`]) {
    const [tried, done] = [await home.xzx(`${line} --dry-run`), await home.xzx(`${line} --out 无.docx`)]
    expect([tried.code, done.code, tried.err], line).toEqual([1, 1, expect.stringMatching(/没有告知过补正|没有附件/)])
  }
  expect(await run(`apply word ${id} --out y.docx --dry-run`)).toContain('试运行，没有写文件')
  expect((await home.xzx('apply word 999 --out y.docx --dry-run')).code).toBe(1)
  const piped = await home.xzx(`apply word ${id} --json`)
  expect([piped.code, piped.out, piped.err]).toEqual([2, '', expect.stringContaining('--json')])
  expect(await exports()).toBe(before)
  expect(await run(`apply export --out 台账.csv`)).toContain('导出完成，共 1 行')
  expect((await home.xzx(`apply download ${id} --out x.zip`)).err).toContain('答复没有附件')
  const no = await home.xzx('apply report abc')
  expect([no.code, no.err]).toEqual([2, expect.stringMatching(/年度无效：abc[\s\S]*例如 xzx apply report 2026/)])
  expect((await home.xzx('compliance yearly 26')).err).toContain('年度无效：26')
  // what is sent over the network is registered by the applicant
  expect((await home.xzx('apply add --help')).out).toMatch(/xzx apply add .*--channel 当面提交/)
  expect(await run('apply report 2026')).toMatch(/予以公开.*1/)
  expect((await run('apply list --year 2026 --line 10 --format ids')).trim()).toBe(id)
  expect(await run('apply system')).toContain('0000-0000000')
  expect(await run('-q apply system')).toContain('0000-0000000')
  expect(await run('-q apply system --office 县政协办公室')).toBe('')
  const turned = await home.xzx('apply list --due-start 2026-12-01 --due-end 2026-11-01')
  expect([turned.code, turned.out, turned.err]).toEqual([
    ...[2, '', expect.stringContaining('--due-start 2026-12-01 晚于 --due-end 2026-11-01')],
  ])
  expect(await run('apply list --due-start 2026-11-01 --due-end 2026-11-01')).toBe('')
  // what is under way reads as a sentence, however its act begins
  const doing = async (act: string) => (await home.xzx(`apply ${act} ${id} --reason 答复有误 --yes`)).err
  expect(await doing('again')).toContain('正在重新答复已答复的申请 1/1')
  expect((await home.xzx(`apply publish ${id} --yes`)).err).toContain('正在办理：在网站选登申请和答复 1/1')
  const late = (await visitor.post('/web/apply/save', { ...sent, codeId: await visitor.captcha() })).value.id
  await server.parts.db.write.updateTable('apply').set({ due: 1, state: 1 }).where('id', '=', Number(late)).execute()
  const overdue = await home.xzx('apply overdue --all --format ids')
  expect([overdue.code, overdue.out.trim()]).toEqual([7, late])
  expect(overdue.err).toContain('1 件申请已超期')
  const { out } = await home.xzx('export apply --out - --format csv')
  expect(out).toMatch(/东街改造的预算/)
  expect(out).not.toMatch(/13900001234|110101199003070134|周小雨/)
})
