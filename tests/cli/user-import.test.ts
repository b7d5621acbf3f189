import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../cli/run.ts'
import { formatTime } from '../../core/domain/time.ts'
import { type CliHome, cliHome, memoryIo } from '../support/cli.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: Person
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  admin = await server.person({ roles: ['admin'], password: 'old-Passw0rd-1' })
  await admin.call('dept.save', { name: '林业局' })
  home = cliHome({ env: { XZX_SERVER: server.url } })
  await home.xzx(`auth login --user ${admin.account} --password-stdin`, { stdin: 'old-Passw0rd-1' })
})
afterAll(async () => {
  home.remove()
  await server.close()
})
const put = (name: string, text: string) => writeFileSync(join(home.dir, name), text)
const count = async () => (await admin.call('user.list', { pageSize: 1 })).value.total as number

test('a CSV with a bad row: each is named, 1, nobody is added; so says a dry run', async () => {
  put('坏.csv', '账号,姓名,部门,备注\nzhang,张三,林业局,无\nli hua,李四,林业局,\nwang,王五,水利局,\n')
  const before = await count()
  for (const flag of ['--yes', '--dry-run']) {
    const { code, err, out } = await home.xzx(`user import 坏.csv --json ${flag}`)
    expect([flag, code]).toEqual([flag, 1])
    expect(err).toContain('没有用到的列：备注')
    expect(err).toContain('3 行中有 2 行不符合要求')
    expect(err).not.toContain('第 3 行')
    expect(JSON.parse(out)).toEqual({
      list: [],
      total: 0,
      bad: [expect.objectContaining({ row: 3 }), expect.anything()],
    })
  }
  // signs that are not seen, and cells beyond the heading, are faults of their rows
  put(
    '乱.csv',
    '账号,姓名,部门\nzhang,张\u000b三,林业局\nli,李\u0008四\u0000,没有局\nwang,王五,林业局,站长,"甲"\nzhao,赵六,林业局, \n\u000bsun,孙七,林业局\n',
  )
  const messy = await home.xzx('user import 乱.csv --json --yes')
  expect([messy.code, messy.err]).toEqual([1, expect.stringContaining('5 行中有 3 行不符合要求')])
  expect(JSON.parse(messy.out).bad).toEqual([
    { row: 2, says: expect.stringMatching(/^姓名：含有看不见的控制字符[^；]*$/) },
    { row: 3, says: expect.stringMatching(/^姓名：含有看不见的控制字符[^；]*；部门：没有「没有局」$/) },
    { row: 4, says: expect.stringMatching(/^比表头多出 2 格（「站长」）/) },
  ])
  // before anybody is asked
  const asked = await home.xzx('user import 坏.csv', { tty: ['stdin', 'stderr'], stdin: '' })
  expect([asked.code, asked.err]).toEqual([
    1,
    expect.stringMatching(/第 3 行 {2}账号：只能用[\s\S]*第 4 行 {2}部门：没有「水利局」/),
  ])
  expect(asked.err).not.toContain('将新增')
  expect(await count()).toBe(before)
})

test('a good one: asked before, passwords in a file that only its owner reads', async () => {
  put('好.csv', '\ufeff账号,姓名,部门,角色\r\nzhang,张三,林业局,部门人员\r\nli,李四,林业局,\r\n')
  const asked = await home.xzx('user import 好.csv --out 密码.csv')
  expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('将新增 2 名用户（张三、李四），需要确认')])
  expect((await home.xzx('user import 好.csv --out 密码.csv --dry-run')).err).toContain('2 行都符合要求')
  expect(existsSync(join(home.dir, '密码.csv'))).toBe(false)
  const { code, err } = await home.xzx('user import 好.csv --out 密码.csv --yes')
  expect([code, err]).toEqual([0, expect.stringContaining('已新增 2 名用户')])
  expect(err).toContain('将授予角色「部门人员」：张三')
  const file = join(home.dir, '密码.csv')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const [, first = ''] = readFileSync(file, 'utf8').split('\r\n')
  const [username, , , password] = first.split(',')
  expect(username).toBe('zhang')
  expect((await server.anyone.call('auth.loginNoCode', { username, password })).errorCode).toBe('PASSWORD_EXPIRED')
  put('又一批.csv', '账号,姓名,部门\nzhao,赵六,林业局\n')
  const over = await home.xzx('user import 又一批.csv --out 密码.csv --yes')
  expect([over.code, over.err]).toEqual([2, expect.stringContaining('文件已存在')])
  expect(readFileSync(file, 'utf8')).toContain(password)
  const again = await home.xzx('user import 好.csv --yes')
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('账号：「zhang」已存在')])
})

test('where the file cannot be written, nobody is added', async () => {
  put('甲.csv', '账号,姓名,部门\njia,甲,林业局\n')
  const before = await count()
  const { code } = await home.xzx('user import 甲.csv --out 没有的目录/密码.csv --yes')
  expect(code).not.toBe(0)
  expect(await count()).toBe(before)
})

test('the template; files that are none', async () => {
  expect((await home.xzx('user import-template --out 模板.xlsx')).code).toBe(0)
  const empty = await home.xzx('user import 模板.xlsx --yes')
  expect([empty.code, empty.err]).toEqual([2, expect.stringContaining('没有要导入的用户')])
  put('无头.csv', '张三,林业局\n')
  expect((await home.xzx('user import 无头.csv --yes')).err).toContain('第一行没有「账号」一列')
  put('不是.xlsx', 'text')
  expect((await home.xzx('user import 不是.xlsx --yes')).err).toContain('不是可以读取的电子表格')
  for (const [line, code] of [
    ['user import', 2],
    ['user import 人员.doc', 2],
    ['user import 没有.csv', 2],
  ] as const)
    expect([line, (await home.xzx(line)).code]).toEqual([line, code])
})

test('a long number that a spreadsheet took for a sum is refused by its row, in a dry run too; kept as text it goes in', async () => {
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.Workbook()
  const sheet = book.addWorksheet('用户')
  sheet.addRow(['账号', '姓名', '部门', '身份证号', '手机号'])
  sheet.addRow(['shu', '数', '林业局', Number('130123199001011234'), 13800001111])
  sheet.addRow(['wen', '文', '林业局', '11010519491231002X', '13800001112'])
  await book.xlsx.writeFile(join(home.dir, '数.xlsx'))
  const { code, err } = await home.xzx('user import 数.xlsx --dry-run')
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/第 2 行 {2}身份证号：「1\.30123199001011\d*E\+17」被表格软件当作数字.*设为「文本」/),
  ])
  expect(err).not.toContain('第 3 行')
  expect(err).not.toContain('手机号：')
  sheet.getCell('D2').value = '110105194912310037'
  await book.xlsx.writeFile(join(home.dir, '数.xlsx'))
  expect((await home.xzx('user import 数.xlsx --dry-run')).err).toContain('校验码（末位）不对')
  sheet.getCell('D2').value = ''
  await book.xlsx.writeFile(join(home.dir, '数.xlsx'))
  expect((await home.xzx('user import 数.xlsx --dry-run')).code).toBe(0)
})

test('from stdin, as text or as a spreadsheet', async () => {
  const csv = '账号,姓名,部门\npiped,管道,林业局\n'
  const dry = await home.xzx('user import - --dry-run', { stdin: csv })
  expect([dry.code, dry.err]).toEqual([0, expect.stringContaining('1 行都符合要求')])
  const told = await home.xzx('user import - --dry-run --json', { stdin: csv })
  expect(JSON.parse(told.out)).toMatchObject({ list: [{ account: 'piped' }], total: 1 })
  expect(told.out).not.toContain('oncePassword')
  // it is nobody, and has no number
  expect(told.json().list[0]).not.toHaveProperty('id')
  const asked = await home.xzx('user import -', { stdin: csv })
  expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('将新增 1 名用户（管道），需要确认')])
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.Workbook()
  const sheet = book.addWorksheet('用户')
  sheet.addRow(['账号', '姓名', '部门'])
  sheet.addRow(['booked', '表格', '林业局'])
  const bytes = Buffer.from(await book.xlsx.writeBuffer())
  const done = await home.xzx('user import - --yes --json', { stdin: bytes })
  expect([done.code, JSON.parse(done.out).list]).toMatchObject([0, [{ account: 'booked' }]])
  expect(await home.xzx('user import - --dry-run', { stdin: '' })).toMatchObject({ code: 2 })
})

test('what is beyond all measure is refused by its row or the limit, and read no further', async () => {
  put('大.csv', `账号,姓名,部门\nyi,乙,林业局\nbing,${'丙'.repeat(20_000_000)},林业局\n`)
  const big = await home.xzx('user import 大.csv --dry-run')
  expect([big.code, big.err]).toEqual([2, expect.stringContaining('大.csv：第 3 行：第 2 列超过 100 万个字符')])
  put('引.csv', `账号,姓名,部门\nyi,乙,林业局\nbing,"丙,林业局\n${'ding,丁,林业局\n'.repeat(300_000)}`)
  const open = await home.xzx('user import 引.csv --dry-run')
  expect([open.code, open.err]).toEqual([2, expect.stringMatching(/第 3 行：第 2 列.*可能是引号没有配对/)])
  // what is too long for its column, and for the body of a call, is told with its row
  put('长.csv', `账号,姓名,部门\nyi,乙,林业局\nbing,${'𠮷'.repeat(400_000)},${'局'.repeat(900_000)}\n`)
  const long = await home.xzx('user import 长.csv --dry-run --json')
  expect([long.code, long.json().bad]).toEqual([1, [{ row: 3, says: '姓名：最多 200 个字；部门：最多 200 个字' }]])
})

/** Standard input that never ends; how many pieces were asked for. */
async function endless(before: string, again: string) {
  const piece = Buffer.from(again)
  let given = 0
  const stdin = Readable.from(
    (function* () {
      yield Buffer.from(before)
      for (; given < 100_000; given += 1) yield piece
    })(),
  )
  const { io, err } = memoryIo({})
  const env = {
    XZX_SERVER: server.url,
    XZX_CONFIG_DIR: join(home.dir, 'config'),
    XZX_STATE_DIR: join(home.dir, 'state'),
  }
  const { signal } = new AbortController()
  const world = { io: { ...io, stdin }, env, cwd: home.dir, now: Date.now, signal, version: '9.9.9' }
  const code = await run(['user', 'import', '-', '--dry-run'], world)
  return { code, err: err(), given, gone: stdin.destroyed }
}

test('stdin that never ends is read to the limit alone', async () => {
  const rows = await endless('账号,姓名,部门\n', 'u,人,甲局\n')
  expect(rows).toMatchObject({ code: 2, err: expect.stringContaining('一次最多 5000 名用户'), gone: true })
  expect(rows.given).toBeLessThan(5100)
  const headless = await endless('', 'u,人,甲局\n')
  expect(headless).toMatchObject({ code: 2, err: expect.stringContaining('没有「账号」一列'), gone: true })
  const cell = await endless('账号,姓名,部门\nu,', 'x'.repeat(10_000))
  expect(cell).toMatchObject({ code: 2, err: expect.stringContaining('第 2 行：第 2 列超过 100 万个字符'), gone: true })
  const wide = await endless('账号,姓名,部门\n', `,,,"${'x'.repeat(100_000)}"\n`)
  expect(wide).toMatchObject({ code: 2, err: expect.stringContaining('标准输入超过 64 MB'), gone: true })
  const line = await endless('', 'x'.repeat(10_000))
  expect(line).toMatchObject({ code: 2, err: expect.stringContaining('第 1 行：第 1 列超过'), gone: true })
  const blank = await endless('账号,姓名,部门\n', '\n'.repeat(100_000))
  expect(blank).toMatchObject({ code: 2, err: expect.stringContaining('超过 1048576 行（空行也算）'), gone: true })
})

test('a sheet of the older Chinese encoding, which shows behind many rows of other signs', async () => {
  const rows = Array.from({ length: 3000 }, (_, i) => `u${i},n${i}\n`).join('')
  // 「新来」
  writeFileSync(
    join(home.dir, '旧.csv'),
    Buffer.concat([Buffer.from(`account,name\n${rows}old,`), Buffer.from('d0c2c0b4', 'hex')]),
  )
  const ran = await home.xzx('user import 旧.csv --dry-run --json')
  expect([ran.code, ran.json().list.at(-1)]).toEqual([0, expect.objectContaining({ account: 'old', name: '新来' })])
})

test('a sheet that was imported once is told as that, and not line by line without end', async () => {
  const names = Array.from({ length: 60 }, (_, i) => `again${i}`)
  put('再.csv', `账号,姓名\n${names.map((name) => `${name},${name}\n`).join('')}`)
  expect((await home.xzx('user import 再.csv --out 再密码.csv --yes')).code).toBe(0)
  const { code, err } = await home.xzx('user import 再.csv --yes')
  expect([code, err]).toEqual([1, expect.stringContaining('另有 10 行，加 --json 查看全部')])
  expect(err).toContain('这份表中的账号都已存在，可能已经导入过')
  // the way out for who never got the passwords, and what that run has left
  put('别的.csv.0123456789ab.part', '\n'.repeat(500))
  put('有密码.csv.0123456789ab.part', '\ufeff账号,姓名,部门,一次性密码\r\na,甲,,Lamp#gate88\r\n')
  const repeated = await home.xzx('user import 再.csv --out 新密码.csv --yes')
  expect([repeated.code, repeated.err]).toEqual([
    1,
    expect.stringMatching(/别的\.csv\.0123456789ab\.part 是被强行终止的一次留下的，其中没有密码，可以删除/),
  ])
  expect(repeated.err).not.toContain('有密码.csv')
  const since = formatTime(server.clock.now).slice(0, 10)
  expect(repeated.err).toContain(
    'xzx user list --must-change 须修改 --since 导入的日期 --all --format ids >编号.txt，核对后 xzx user reset-pwd --ids @编号.txt --out 密码.csv',
  )
  const ids = await home.xzx([
    ...['user', 'list', '--must-change', '须修改', '--since', since, '--all', '--format', 'ids'],
  ])
  expect([ids.code, ids.out.trim().split('\n').length]).toEqual([0, expect.any(Number)])
  put('编号.txt', ids.out)
  const reset = await home.xzx('user reset-pwd --ids @编号.txt --out 重新.csv --yes')
  expect([reset.code, reset.err]).toEqual([0, expect.stringContaining('一次性密码写在 重新.csv')])
  for (const name of names) expect(readFileSync(join(home.dir, '重新.csv'), 'utf8')).toContain(`${name},${name}`)
  expect(err.match(/第 \d+ 行/g)).toHaveLength(50)
  const told = await home.xzx('user import 再.csv --yes --json')
  expect([told.code, told.json().bad.length, JSON.parse(told.err).error]).toEqual([
    1,
    60,
    expect.objectContaining({ code: 'BAD_INPUT', hint: expect.stringContaining('可能已经导入过') }),
  ])
})

test('a sheet of somebody else’s is read by what columns are usually called', async () => {
  put('别处.csv', '用户名,姓名,单位,手机\nxinlai,新来,林业局,13812340099\n')
  const ran = await home.xzx('user import 别处.csv --yes --json')
  expect([ran.code, ran.err]).toEqual([0, expect.not.stringContaining('没有用到的列')])
  const { list } = (await admin.call('user.list', { account: 'xinlai' })).value
  expect(list).toMatchObject([{ deptName: '林业局', mobile: '138****0099' }])
})
