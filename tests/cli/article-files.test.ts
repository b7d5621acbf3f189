import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pdf } from '../support/files.ts'
import { makeColumn } from '../support/server.ts'
import { sharedHome, wiredServer } from '../support/set-up.ts'

const { server, wire } = await wiredServer('revision', 'article', 'touched', 'attachment')
await makeColumn(server, '通知公告')
const admin = await server.person({ roles: ['admin'], name: '周明川' })
const auditor = await server.person({ roles: ['auditor'] })
const home = sharedHome({ XZX_SERVER: wire.url, XZX_TOKEN: admin.token })
for (const name of ['办法.pdf', '申请表.pdf', '名单.pdf']) writeFileSync(join(home.dir, name), pdf(name))

const add = (...more: string[]) =>
  home.xzx([...'article add --column 通知公告 --title 管理办法 --content 见附件 --json'.split(' '), ...more])
const names = ({ files }: { files: { name: string }[] }) => files.map(({ name }) => name)
const uploads = async () => (await server.parts.db.read.selectFrom('attachment').select('id').execute()).length

test('are added and removed by name, shown, and compared', async () => {
  const added = await add('--attach', '办法.pdf', '--attach', '申请表.pdf', '--submit')
  expect([added.code, names(added.json())], added.err).toEqual([0, ['办法.pdf', '申请表.pdf']])
  const id = added.json().articleId
  const shown = await home.xzx(`article get ${id} --format table`)
  expect(shown.out).toMatch(/附件 *：? *办法\.pdf、申请表\.pdf/)
  await auditor.call('article.accept', { items: [{ articleId: id }] })
  await auditor.call('article.approve', { items: [{ articleId: id }] })

  const edited = await home.xzx(`article edit ${id} --detach 办法.pdf --attach 名单.pdf --json`)
  expect([edited.code, names(edited.json()), edited.json().review.status], edited.err).toEqual([
    0,
    ['办法.pdf', '申请表.pdf'],
    1,
  ])
  // the next change goes on from the copy under review
  expect((await home.xzx(`article edit ${id} --detach 申请表.pdf`)).code).toBe(0)
  const { revisionId } = (await admin.call('article.view', { articleId: id })).value.review
  const copy = (await admin.call('article.revision', { revisionId })).value.values
  expect(names({ files: copy.find(({ field }: { field: string }) => field === 'files').value })).toEqual(['名单.pdf'])
  expect((await home.xzx(`article revisions ${id} --diff ${revisionId}`)).out).toContain(
    '- 附件：名单.pdf\n+ 附件：办法.pdf',
  )
})

test('what cannot be attached is said before anything is sent', async () => {
  mkdirSync(join(home.dir, '目录'), { recursive: true })
  for (const [name, bytes] of [
    ['程序.exe', 'MZ'],
    ['空的.pdf', ''],
    ['其实是程序.pdf', 'MZ'],
    ['其实是PDF.docx', pdf()],
  ] as const)
    writeFileSync(join(home.dir, name), bytes)
  for (const [given, why] of [
    ['没有.pdf', '没有这个文件或目录'],
    ['目录', '这是目录'],
    ['程序.exe', '只能上传'],
    ['空的.pdf', '按内容看不是可用的格式'],
    ['其实是程序.pdf', '按内容看不是可用的格式'],
    ['其实是PDF.docx', '内容是PDF，文件名应以 .pdf 结尾'],
  ] as const)
    for (const how of [[], ['--dry-run']]) {
      const ran = await add('--attach', given, ...how)
      expect([ran.code, ran.err], given).toEqual([2, expect.stringContaining(why)])
    }
  const many = (count: number) => Array.from({ length: count }, () => ['--attach', '办法.pdf']).flat()
  for (const how of [[], ['--dry-run']])
    expect(await add(...many(21), ...how)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--attach 写了 21 次：最多 20 个附件'),
    })
  const rehearsed = await add('--attach', '办法.pdf', '--dry-run')
  expect([rehearsed.code, rehearsed.err]).toEqual([0, expect.stringContaining('试运行不上传附件：办法.pdf')])
  expect(await uploads()).toBe(0)
  const { articleId } = (await add('--attach', '办法.pdf', '--attach', '办法.pdf')).json()
  const missing = await home.xzx(`article edit ${articleId} --detach 别的.pdf`)
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('没有附件「别的.pdf」')])
  const twice = await home.xzx(`article edit ${articleId} --detach 办法.pdf`)
  for (const how of [[], ['--dry-run']]) {
    const full = await home.xzx(['article', 'edit', articleId, ...many(19), ...how])
    expect([full.code, full.err]).toEqual([1, expect.stringContaining('最多 20 个附件：这篇文章已有 2 个，再加 19 个')])
  }
  expect([twice.code, twice.err]).toEqual([1, expect.stringMatching(/有 2 个附件名为「办法\.pdf」[\s\S]*写附件编号/)])
})

test('of several, one without the attachment stops no other: a line each, exit 3, and a file to go on with', async () => {
  const a = (await add('--attach', '办法.pdf')).json().articleId
  const b = (await add()).json().articleId
  const c = (await add('--attach', '办法.pdf')).json().articleId
  const line = `article edit ${a} ${b} 99999 ${c} --detach 办法.pdf --yes --json --failed-to f.txt`
  const failures = [
    [b, 'NOT_FOUND', expect.stringContaining('没有附件「办法.pdf」')],
    ['99999', 'NOT_FOUND', expect.any(String)],
  ]
  for (const how of ['--dry-run', '--yes']) {
    const ran = await home.xzx(`${line} ${how}`)
    expect([ran.code, ran.json().done.toSorted()], ran.err).toEqual([3, [a, c]])
    const failed = ran.json().failed as { id: string; errorCode: string; errorMsg: string }[]
    expect(failed.map((one) => [one.id, one.errorCode, one.errorMsg])).toEqual(expect.arrayContaining(failures))
  }
  expect(readFileSync(join(home.dir, 'f.txt'), 'utf8')).toContain(`${b}\tNOT_FOUND\t没有附件「办法.pdf」`)
})

test('an export says that it leaves them out, and what it wrote is imported without them', async () => {
  await add('--attach', '办法.pdf')
  const out = await home.xzx('article export --full --out 全部.jsonl')
  expect([out.code, out.err]).toEqual([0, expect.stringContaining('1 篇文章有附件，附件没有导出')])
  expect(readFileSync(join(home.dir, '全部.jsonl'), 'utf8')).not.toContain('办法.pdf')
  expect((await home.xzx('article import 全部.jsonl')).code).toBe(0)
})
