import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { sendFile } from '../support/files.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

let server: TestServer
let home: CliHome
let admin: Person
beforeAll(async () => {
  server = await startServer()
  admin = await server.person({ roles: ['admin'] })
  await admin.call('dept.save', { name: '城管局' })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('a letter goes its way by commands: examined, handed on, returned, answered, published; what is late ends with another code', async () => {
  const visitor = visitorsOf(server)
  const sent = {
    ...{ title: '东街路灯不亮', type: 0, content: '路灯一周不亮', name: '周小雨', phone: '13900001234', openFlag: 1 },
    verifyCode: 'ab12',
  }
  const { id } = (await visitor.post('/web/mail/add', { ...sent, codeId: await visitor.captcha() })).value
  const run = async (line: string) => {
    const done = await home.xzx(line)
    expect(done.code, `${line}\n${done.err}`).toBe(0)
    return done.out
  }
  expect(await run('mail list --state 待审核 --format table')).toMatch(/东街路灯不亮.*139\*\*\*\*1234/)
  expect(JSON.parse(await run('mail overdue --json'))).toMatchObject({ list: [], total: 0 })
  await run(`mail examine ${id} --yes`)
  await run(`mail forward ${id} --dept 城管局 --remarks 请现场查看`)
  // nobody reads the name of a file in place of a reason
  for (const line of [`return ${id} --dept 城管局 --remarks`, `reject ${id} --reason`]) {
    const nowhere = await home.xzx(`mail ${line} @没有.txt --yes`)
    expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('没有.txt')])
  }
  writeFileSync(join(home.dir, '理由.txt'), '不属于本部门职责\r\n')
  await run(`mail return ${id} --remarks @理由.txt --dept 城管局 --yes`)
  expect(await run(`mail show ${id}`)).toContain('不属于本部门职责')
  await run(`mail forward ${id} --dept 城管局`)
  // a row a day
  const days = await run(`mail explain ${id}`)
  expect(days.match(/^2026-\d\d-\d\d\b/gm)?.length).toBeGreaterThan(4)
  expect((await home.xzx('mail explain abc')).code).toBe(2)
  const long = await home.xzx(`mail answer ${id} --dept 城管局 --content ${'长'.repeat(30_000)}`)
  expect([long.code, long.err.length < 300, long.err]).toEqual([2, true, expect.stringContaining('最多 5000 个字')])
  expect((await home.xzx('mail answer --help')).out).toContain('不写的只保存为草稿，不提交')
  // what is not said to be handed in is kept, and says how to go on
  writeFileSync(join(home.dir, '答复.txt'), '路灯已修复\r\n另换了两盏\n')
  const file = await home.xzx(`mail answer ${id} --dept 城管局 --content @答复.txt --json`)
  expect(file.json()).toMatchObject({ content: '路灯已修复\n另换了两盏' })
  const stdin = await home.xzx(`mail answer ${id} --dept 城管局 --content - --json`, { stdin: '@是一个符号' })
  expect(stdin.json()).toMatchObject({ content: '@是一个符号' })
  const missing = await home.xzx(`mail answer ${id} --dept 城管局 --content @没有.txt`)
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('没有.txt')])
  expect((await home.xzx(`mail answer ${id} --dept 城管局 --content @@所有人 --json`)).json()).toMatchObject({
    content: '@所有人',
  })
  const kept = await home.xzx(`mail answer ${id} --dept 城管局 --content 路灯已修复`)
  expect([kept.code, `${kept.out}${kept.err}`]).toEqual([
    0,
    expect.stringContaining(
      `已保存为草稿，还没有提交，加 --done 提交 才提交：xzx mail answer ${id} --dept 城管局 --done 提交`,
    ),
  ])
  const standing = JSON.parse(await run(`mail show ${id} --json`))
  expect(standing).toMatchObject({ state: 2, reply: null, depts: [{ content: '路灯已修复' }] })
  await run(`mail answer ${id} --dept 城管局 --done 提交`)
  // what would be published is read before it is
  expect(await run(`mail show ${id} --format table`)).toMatch(
    /公开稿（自动隐去个人信息）：\n {2}东街路灯不亮\n {2}路灯一周不亮\n {2}答复：路灯已修复/,
  )
  await run(`mail publish ${id} --yes`)
  expect((await run('mail list --state 已公开 --format ids')).trim()).toBe(id)
  const late = (await visitor.post('/web/mail/add', { ...sent, codeId: await visitor.captcha() })).value.id
  await server.parts.db.write.updateTable('mail').set({ due: 1 }).where('id', '=', Number(late)).execute()
  const drawn = (await home.xzx('mail list --format table', { columns: 200 })).out
  expect(drawn).toMatch(/答复期限/)
  expect(drawn).toMatch(/1970-01-01 08:00 已超期/)
  const overdue = await home.xzx('mail overdue --all --format ids')
  expect([overdue.code, overdue.out.trim()]).toEqual([7, late])
  expect(overdue.err).toContain('1 封信件已超期')
  // since when, and whose it is, first
  expect((await home.xzx('mail overdue')).out.trim()).toBe(`${late}\t1970-01-01 08:00\t\t待审核\t东街路灯不亮`)
  const told = await home.xzx('mail overdue --json')
  expect([told.code, JSON.parse(told.out)]).toMatchObject([7, { total: 1, list: [{ id: late, overdue: 1 }] }])
  expect((await home.xzx('mail overdue --quiet')).code).toBe(7)
  // the longest overdue first, however much of it is read; a refusal ends with another code
  const later = (await visitor.post('/web/mail/add', { ...sent, codeId: await visitor.captcha() })).value.id
  await server.parts.db.write.updateTable('mail').set({ due: 2 }).where('id', '=', Number(later)).execute()
  for (const [more, ids] of Object.entries({ '': [late, later], ' --all': [late, later], ' --limit 1': [late] }))
    expect((await home.xzx(`mail overdue --format ids${more}`)).out.trim().split('\n'), more).toEqual(ids)
  const { token } = await server.person({ roles: [] })
  expect((await home.xzx('mail overdue', { env: { XZX_TOKEN: token } })).code).toBe(1)
  const refused = JSON.parse((await home.xzx('mail overdue --json', { env: { XZX_TOKEN: token } })).err)
  expect(refused.error.message).toBe('没有执行此操作的权限（mail_list）')
  const { out } = await home.xzx('export mail --out - --format csv')
  expect(out).toMatch(/东街路灯不亮.*139\*\*\*\*1234/)
  expect(out).not.toContain('13900001234')
  // the same under the name by which people look for it
  expect((await home.xzx('mail export --out - --format csv')).out).toBe(out)
  const tried = await home.xzx('mail export --state 已公开 --out 信件.csv -n')
  expect([tried.code, tried.err, existsSync(join(home.dir, '信件.csv'))]).toEqual([
    0,
    expect.stringContaining('试运行，没有导出：将把 1 行导出到'),
    false,
  ])
  const saved = await home.xzx('mail export --state 已公开 --out 信件.xlsx --json')
  expect([saved.code, JSON.parse(saved.out)]).toEqual([0, { file: join(home.dir, '信件.xlsx'), rows: 1 }])
  for (const kind of ['suggestion', 'advice', 'apply'])
    expect(JSON.parse((await home.xzx(`${kind} export --out ${kind}.xlsx --json`)).out)).toEqual({
      ...{ file: join(home.dir, `${kind}.xlsx`), rows: 0 },
    })
})

test('a rehearsal promises no code', async () => {
  const line = 'mail add --title 路灯 --type 咨询 --content 不亮 --name 周小雨 --phone 13900001234 --open-flag 公开'
  const tried = await home.xzx(`${line} --dry-run --format table`)
  expect([tried.code, tried.out]).toEqual([0, expect.stringContaining('执行后才有')])
  expect(tried.out).not.toMatch(/[2-9A-Z]{4}-[2-9A-Z]{4}-/)
})

test('a wrong merge is taken back by its own command, which the refused undo names', async () => {
  const visitor = visitorsOf(server)
  const write = async (title: string) => {
    const sent = {
      title,
      type: 0,
      content: '内容',
      name: '周小雨',
      phone: '13700000009',
      openFlag: 0,
      verifyCode: 'ab12',
    }
    return (await visitor.post('/web/mail/add', { ...sent, codeId: await visitor.captcha() })).value.id as string
  }
  const [one, other] = [await write('路灯'), await write('噪声')]
  expect((await home.xzx(`mail merge ${one} --into ${other} --yes`)).code).toBe(0)
  const undone = await home.xzx(`mail undo ${one} --yes`)
  expect([undone.code, `${undone.out}${undone.err}`]).toEqual([1, expect.stringContaining('xzx mail unmerge')])
  expect((await home.xzx('mail undo --help')).out).not.toMatch(/合并|转办|答复、|、退回、/)
  expect((await home.xzx(`mail get ${other}`)).out).toMatch(/^merged\t路灯$/m)
  expect((await home.xzx(`mail unmerge ${one} --preset 1 --yes`)).code).toBe(0)
  expect((await home.xzx('mail list --state 待审核 --format ids')).out.split('\n')).toContain(one)
})

test('a letter is shown with what the letters say that stand in it, and the names of their files', async () => {
  const files = [
    (await sendFile(server, admin, 'mail', '现场.pdf')).value.id,
    (await sendFile(server, admin, 'mail', '位置.pdf')).value.id,
  ]
  const write = async (title: string, more: object = {}) =>
    (
      await admin.call('mail.add', {
        ...{ title, type: 1, content: `${title}，请处理`, name: '周小雨', phone: '13700000019', openFlag: 1, ...more },
      })
    ).value.id as string
  const [into, double] = [await write('北桥栏杆松动'), await write('北桥栏杆坏了', { files })]
  await admin.call('mail.merge', { id: double, into })
  // that a letter loses more time that it was given is said where it is tried, and where it is done
  const [given, early] = [await write('北桥有坑'), await write('北桥路面有坑')]
  await admin.call('mail.extend', { id: given, days: 15, reason: '需要现场核实' })
  const gone = /原延长的 15 个工作日不再计入，答复期限改为 \d{4}-\d\d-\d\d/
  for (const more of ['--dry-run', '']) {
    const merged = await home.xzx(`mail merge ${early} --into ${given} ${more || '--yes'} --format table`)
    expect([merged.code, `${merged.out}${merged.err}`]).toEqual([0, expect.stringMatching(gone)])
  }
  const { out } = await home.xzx(`mail show ${into} --format table`)
  expect(out).toMatch(/北桥栏杆坏了，请处理\n\s+附件：现场\.pdf、位置\.pdf/)
  expect(out).not.toContain('字节数')
})

test('a pile is put among spam by filters or numbers, with a reason; complaints are listed and dealt with', async () => {
  const visitor = visitorsOf(server)
  const write = async (title: string, phone: string) => {
    const sent = { title, type: 0, content: '内容', name: '周小雨', phone, openFlag: 0, verifyCode: 'ab12' }
    const reply = await visitor.post('/web/mail/add', { ...sent, codeId: await visitor.captcha() })
    return reply.value as { id: string; code: string }
  }
  const ids = [(await write('专业贷款 1', '13700000001')).id, (await write('专业贷款 2', '13700000002')).id]
  const kept = await write('修路的请求', '13700000003')
  expect((await home.xzx('mail sources --least 2')).out).toContain('网络地址')
  const tried = await home.xzx('mail spam --title 贷款 --preset 1 --dry-run')
  expect([tried.code, (await home.xzx('mail list --state 垃圾信件 --format count')).out.trim()]).toEqual([0, '0'])
  expect(await home.xzx('mail spam --title 贷款 --reason 广告 --yes --format count')).toMatchObject({
    code: 0,
    out: '2\n',
  })
  const spam = (await home.xzx('mail list --state 垃圾信件 --format ids')).out.trim().split('\n')
  expect(spam.sort()).toEqual(ids.sort())
  const both = await home.xzx(`mail spam ${kept.id} --title 修路 --preset 1 --yes`)
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('编号和筛选条件不能同时使用')])
  const none = await home.xzx('mail spam --title 没有这样的 --preset 1 --yes')
  expect([none.code, none.err]).toEqual([0, expect.stringContaining('没有符合条件')])
  expect((await home.xzx(`mail undo ${ids[0]} --yes`)).code).toBe(0)
  expect((await home.xzx(`mail not-spam ${ids[1]} --yes`)).code).toBe(0)
  expect((await home.xzx('mail list --state 垃圾信件 --format count')).out.trim()).toBe('0')
  await server.parts.db.write.updateTable('mail').set({ due: 1 }).where('id', '=', Number(kept.id)).execute()
  await visitor.post('/x/mail/complain', { code: kept.code, phone: '13700000003', content: '一直没有回音' })
  expect((await home.xzx('mail list --complained 投诉待处理 --format ids')).out.trim()).toBe(kept.id)
  expect((await home.xzx(`mail settle-complaint ${kept.id} --result 已电话说明 --yes`)).code).toBe(0)
  expect((await home.xzx('mail list --complained 投诉待处理 --format count')).out.trim()).toBe('0')
})

test('letters, requests and suggestions are handed on many at a time, each told as it ended', async () => {
  const visitor = visitorsOf(server)
  const sent = {
    type: 0,
    content: '路灯一周不亮',
    name: '周小雨',
    phone: '13900004321',
    openFlag: 1,
    verifyCode: 'ab12',
  }
  const write = async (path: string, more: object): Promise<string> =>
    (await visitor.post(path, { ...sent, ...more, codeId: await visitor.captcha() })).value.id
  const letters = [await write('/web/mail/add', { title: '甲' }), await write('/web/mail/add', { title: '乙' })]
  const [first, second] = letters as [string, string]
  expect((await home.xzx(`mail examine ${first} --yes`)).code).toBe(0)
  const tried = await home.xzx(`mail forward ${letters.join(' ')} --dept 城管局 --dry-run`)
  expect([tried.code, tried.err]).toEqual([3, expect.stringContaining('可处理 1 项，不能处理 1 项')])
  const some = await home.xzx(`mail forward ${letters.join(' ')} --dept 城管局 --remarks 请查看 --yes --json`)
  expect([some.code, JSON.parse(some.out)]).toMatchObject([
    3,
    { done: [first], failed: [{ id: second, errorMsg: expect.stringContaining('请先审核') }] },
  ])
  expect((await home.xzx(`mail examine ${second} --yes`)).code).toBe(0)
  const piped = await home.xzx('mail forward --ids - --dept 城管局 --yes', { stdin: `${second}\n` })
  expect(piped.code).toBe(0)
  expect(JSON.parse((await home.xzx('mail list --state 办理中 --json')).out).total).toBe(2)
  const versioned = await home.xzx(`mail forward ${first},${second} --dept 城管局 --base-version 1 --yes`)
  expect([versioned.code, versioned.err]).toEqual([2, expect.stringContaining('--base-version 只用于一项')])
  const suggestions = [await write('/suggest/add', { title: '丙' }), await write('/suggest/add', { title: '丁' })]
  expect((await home.xzx(`suggestion forward ${suggestions.join(' ')} --dept 城管局 --yes`)).code).toBe(0)
  const listed = JSON.parse((await home.xzx('suggestion list --json')).out).list
  expect(listed.map(({ deptName }: { deptName: string }) => deptName)).toEqual(['城管局', '城管局'])
  expect((await home.xzx(`suggestion revisions ${suggestions[0]} --format table`)).out).toContain('转办')
  const more = { applicant: 0, idNumber: '110101199003070134', medium: 1, way: 3 }
  const requests = [
    await write('/web/apply/save', { ...more, title: '戊' }),
    await write('/web/apply/save', { ...more, title: '己' }),
  ]
  expect((await home.xzx(`apply confirm ${requests.join(' ')} --yes`)).code).toBe(0)
  expect((await home.xzx(`apply forward ${requests.join(' ')} --dept 城管局 --yes`)).code).toBe(0)
  expect(JSON.parse((await home.xzx('apply list --state 办理中 --json')).out).total).toBe(2)
})

test('what looks like somebody’s data is published by who says why', async () => {
  const run = async (line: string) => {
    const done = await home.xzx(line)
    expect(done.code, `${line}\n${done.err}`).toBe(0)
    return done.out
  }
  const given = '--title 问电话 --type 咨询 --content 电话多少 --name 周小雨 --phone 13900001239 --open-flag 公开'
  const { id } = JSON.parse(await run(`mail add ${given} --json`))
  await run(`mail examine ${id} --yes`)
  await run(`mail forward ${id} --dept 城管局`)
  await run(`mail answer ${id} --dept 城管局 --content 值班电话13812345678 --done 提交`)
  const refused = await home.xzx(`mail publish ${id} --yes`)
  expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('xzx mail publish 编号 --reason 理由')])
  await run(`mail publish ${id} --yes --reason 本局公开的值班电话`)
  expect(await run(`mail history ${id} --json`)).toContain('本局公开的值班电话')
})
