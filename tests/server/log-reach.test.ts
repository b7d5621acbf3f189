import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import type { DataScope } from '../../core/domain/enums.ts'
import { toldKinds } from '../../server/areas/log/sentences.ts'
import { judgedBy, rightTo } from '../../server/areas/log/things.ts'
import { databases } from '../support/databases.ts'
import { fetchFile, pdf, sendFile } from '../support/files.ts'
import { holding, holdsToo } from '../support/holding.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

type Row = { sentence: string; result: string; before: unknown; after: unknown; targets: { name: string | null }[] }

describe.each(databases)('what the log tells whom, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let water: number
  let school: number
  /** Who reads the log and nothing else. */
  let stranger: Person
  /** Who reads the log and these kinds within a department that nothing here belongs to. */
  let other: Person

  const rows = async (who: Person, more: object = {}): Promise<Row[]> => {
    const reply = await who.call('log.list', { pageSize: 100, ...more })
    expect(reply.errorCode, reply.text).toBe('0')
    return reply.value.list
  }
  const told = async (who: Person, targetId: string) => JSON.stringify(await rows(who, { targetId }))
  /** How many rows a word finds, in the list and in the call of the specification. */
  const finds = async (who: Person, keyword: string) => {
    const [list, same] = [
      await who.call('log.list', { keyword }),
      await who.call('log.systemLogList', { keyword, pageSize: 1 }),
    ]
    expect(same.value.total).toBe(list.value.total)
    return list.value.total as number
  }

  /** Gives somebody the whole log to read, and nothing else. */
  const readsAll = (who: Person) => holdsToo(server, who, ['log_list'])

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    const dept = async (name: string) => Number((await admin.call('dept.save', { name })).value.id)
    water = await dept('水利局')
    school = await dept('教育局')
    stranger = await holding(server, ['log_list'])
    const keys = ['advice_list', 'assignment_list', 'suggestion_list', 'article_list']
    other = await readsAll(await holding(server, keys, { dataScope: 'DEPART', deptId: school }))
  })
  afterAll(() => server.close())

  test('a role is called by its name to who lists roles, and by its number to others', async () => {
    const { id } = (await admin.call('role.save', { name: '组员甲', dataScope: 'SELF' })).value
    const sentences = async (who: Person) =>
      (await rows(who, { targetId: id, call: 'role.save' })).map((row) => row.sentence)
    expect(await sentences(await holding(server, ['log_list', 'role_list']))).toEqual(['新增角色「组员甲」'])
    expect((await sentences(await holding(server, ['log_list', 'column_roleList']))).join()).not.toContain('组员甲')
  })

  test('of an opinion out of reach neither a reason nor a title is told, found or left over when it is gone', async () => {
    const { id } = (
      await admin.call('advice.add', { title: '路灯不亮甲', content: '东街三盏路灯不亮', deptId: String(water) })
    ).value
    await admin.call('advice.resultReply', { id, resultTitle: '已修复', resultContent: '三盏路灯已于昨日修好' })
    await admin.call('advice.giveBack', { items: [{ id, reason: '代号子要核实' }] })
    for (const who of [stranger, other]) {
      expect(await told(who, id)).not.toMatch(/路灯|代号子/)
      for (const word of ['路灯', '代号子']) expect(await finds(who, word), word).toBe(0)
    }
    expect(await finds(admin, '代号子')).toBe(1)
    await admin.call('advice.resultReply', { id, resultTitle: '已修复', resultContent: '三盏路灯已于昨日修好' })
    await admin.call('advice.dels', { ids: [id] })
    await admin.call('advice.binPurge', { items: [{ id }] })
    for (const who of [stranger, other]) {
      expect(await told(who, id)).not.toContain('代号子')
      for (const word of ['路灯', '代号子']) expect(await finds(who, word), word).toBe(0)
    }
    expect(await told(stranger, id)).not.toContain('路灯')
    // the row keeps its name for who reads opinions
    const [purged] = await rows(other, { call: 'advice.binPurge' })
    expect(purged).toMatchObject({ sentence: '彻底删除「路灯不亮甲」', before: {} })
    expect(await told(admin, id)).toContain('代号子')
    expect(await finds(admin, '代号子')).toBe(1)
  })

  test('of a task that is gone its person, remark and files are told no more than while it was there', async () => {
    const file = (await sendFile(server, admin, 'assignment', '密件附件.pdf', pdf('密'))).value.id
    const { id } = (
      await admin.call('assignment.add', {
        ...{ title: '代号丑的任务', content: '月底前', deptIds: [String(water)], person: '责任人丙', files: [file] },
      })
    ).value
    await admin.call('assignment.close', { id, remark: '备注代号寅' })
    const hidden = /责任人丙|代号寅|密件附件/
    const never = async () => {
      for (const who of [stranger, other]) {
        expect(await told(who, id)).not.toMatch(hidden)
        for (const word of ['责任人丙', '代号寅', '密件附件', '代号丑']) expect(await finds(who, word), word).toBe(0)
      }
      expect(await told(stranger, id)).not.toContain('代号丑')
    }
    await never()
    expect(await told(other, id)).not.toContain('代号丑')
    await admin.call('assignment.reopen', { id, reason: '再办' })
    await admin.call('assignment.dels', { ids: [id] })
    await never()
    expect((await rows(other, { call: 'assignment.dels' }))[0]?.sentence).toBe('删除交办任务「代号丑的任务」')
    expect(await told(admin, id)).toMatch(hidden)
  })

  test('the name of a file is told as its row is', async () => {
    const keys = ['assignment_list', 'assignment_replyEdit']
    const inWater = await readsAll(await holding(server, keys, { dataScope: 'DEPART', deptId: water }))
    const file = (await sendFile(server, admin, 'assignment', '名单卯.pdf', pdf('卯'))).value.id
    const seen = async (who: Person) =>
      (await rows(who, { targetId: file })).flatMap(({ sentence, after }) =>
        /附件/.test(sentence) ? [`${sentence} ${JSON.stringify(after)}`] : [],
      )
    const uploaded = '上传附件「名单卯.pdf」 {"name":"名单卯.pdf","size"'
    expect((await seen(admin))[0]).toContain(uploaded)
    for (const who of [stranger, other, inWater]) {
      expect(await seen(who)).toEqual([`上传附件 ${file} 号 {}`])
      expect(await finds(who, '名单卯')).toBe(0)
    }
    const { id } = (
      await admin.call('assignment.add', {
        ...{ title: '报送名单', content: '月底前', deptIds: [String(water)], files: [file] },
      })
    ).value
    await fetchFile(server, admin, file)
    expect(await seen(inWater)).toEqual([
      expect.stringContaining('下载附件「名单卯.pdf」'),
      expect.stringContaining(uploaded),
    ])
    for (const who of [stranger, other]) {
      expect(await seen(who)).toEqual([`下载附件 ${file} 号 {}`, `上传附件 ${file} 号 {}`])
      expect(await finds(who, '名单卯')).toBe(0)
    }
    // who sees the task and not another department's reply is not told what that one attached
    await admin.call('assignment.edit', { id, deptIds: [String(water), String(school)] })
    const receipt = (await sendFile(server, inWater, 'assignmentReply', '回执辰.pdf', pdf('辰'))).value.id
    const reply = await inWater.call('assignment.replyEdit', { assignmentId: id, content: '已报', files: [receipt] })
    expect(reply.errorCode, reply.text).toBe('0')
    expect(await told(other, id)).toContain('回复交办任务「报送名单」')
    expect(await told(other, id)).not.toContain('回执辰')
    expect(await finds(other, '回执辰')).toBe(0)
    expect(await seen(inWater)).toHaveLength(2)
    expect(await finds(admin, '回执辰')).toBeGreaterThan(0)
    await admin.call('assignment.dels', { ids: [id] })
    for (const who of [stranger, other]) expect(await told(who, file)).not.toContain('名单卯')
  })
})

describe.each(databases)('whose acts the log tells whom, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let bureau: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    bureau = await makeDept(server, '水利局')
  })
  afterAll(() => server.close())

  const reader = (dataScope: DataScope, deptId: number | null = bureau) =>
    holding(server, ['log_list', 'hot_list', 'hot_add'], { dataScope, deptId })
  const add = async (who: Person, name: string) => {
    const reply = await who.call('hot.add', { name })
    expect(reply.errorCode, reply.text).toBe('0')
  }
  /** Whose rows somebody is told, in the list and in its twin; the numbers are those of the list. */
  const whose = async (who: Person, more: object = {}) => {
    const [list, twin] = [
      await who.call('log.list', { pageSize: 200, ...more }),
      await who.call('log.systemLogList', { pageSize: 200, ...more }),
    ]
    expect(twin.value).toEqual(list.value)
    const { total, people } = (await who.call('log.stats', more)).value
    expect(total).toBe(list.value.total)
    const accounts = new Set(list.value.list.map(({ userAccount }: { userAccount: string | null }) => userAccount))
    expect(new Set(people.map(({ userAccount }: { userAccount: string | null }) => userAccount))).toEqual(accounts)
    return accounts
  }

  test('with one’s own data one’s own acts, with a department’s those of its people and who was below it, with all those of everybody', async () => {
    const below = await makeDept(server, '灌溉站', bureau)
    const elsewhere = await makeDept(server, '教育局')
    const [self, dept, depts, all] = [
      await reader('SELF'),
      await reader('DEPART'),
      await reader('DEPARTS'),
      await reader('ALL', elsewhere),
    ]
    const under = await reader('SELF', below)
    for (const [i, who] of [admin, self, dept, depts, all, under].entries()) await add(who, `词语${i}`)
    await server.anyone.call('auth.loginNoCode', { username: '没有这个人', password: 'wrong' })
    expect(await whose(self)).toEqual(new Set([self.account]))
    expect(await whose(dept)).toEqual(new Set([self.account, dept.account, depts.account]))
    const three = [self.account, dept.account, depts.account]
    expect(await whose(depts)).toEqual(new Set([...three, under.account]))
    const everybody = [...three, under.account, all.account, admin.account, '（没有这个账号）']
    expect([...(await whose(all))]).toEqual(expect.arrayContaining(everybody))
    // no search leads beyond it
    for (const more of [{ userAccount: admin.account }, { keyword: '词语0' }, { deptId: elsewhere }, { kind: 'login' }])
      expect((await whose(self, more)).size, JSON.stringify(more)).toBe(0)
    expect((await whose(all, { userAccount: admin.account })).size).toBe(1)
    // who moves takes what they did with them
    const { id } = (await admin.call('user.list', { name: under.account })).value.list[0]
    await admin.call('user.move', { ids: [id], deptId: elsewhere })
    expect(await whose(depts)).toEqual(new Set(three))
  })

  test('who failed to sign in to one’s own account stands in one’s own log', async () => {
    const self = await reader('SELF')
    await server.anyone.call('auth.loginNoCode', { username: self.account, password: 'wrong' })
    expect(await whose(self, { kind: 'login', outcome: 2 })).toEqual(new Set([self.account]))
  })
})

test('things of every kind that the log tells of are judged by a right that there is', async () => {
  const keys = new Set(
    [...eachEndpoint(await wholeContract())].flatMap(([area, call, e]) =>
      e.access === 'granted' ? [`${area}_${call}`] : [],
    ),
  )
  const judged = toldKinds.filter((kind) => !Object.hasOwn(judgedBy, kind))
  expect(judged.filter((kind) => rightTo(kind) !== null && !keys.has(rightTo(kind) as string))).toEqual([])
})
