import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callHelp, exampleOf } from '../../cli/from-contract/call-help.ts'
import { unusedFields } from '../../cli/from-contract/unused.ts'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { describeSent } from '../../core/contract/describe.ts'
import { value } from '../support/backend.ts'
import { sharedBackend, sharedHome, wiredServer } from '../support/set-up.ts'

const { server, wire } = await wiredServer()
const admin = await server.person({ roles: ['admin'] })
const home = sharedHome({ XZX_SERVER: wire.url, XZX_TOKEN: admin.token })
const backend = await sharedBackend(() => value(null))
const calls = [...eachEndpoint(await wholeContract())].map(([area, call, e]) => ({ name: `${area}.${call}`, e }))

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
for (const name of ['图片.jpg', 'a.png', 'b.png']) writeFileSync(join(home.dir, name), png)

/** A typed line as words: what stands between apostrophes is one. */
const wordsOf = (line: string) => (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'|'$/g, '')).slice(1)

test.for(calls)('$name: its help names every field, and its example can be typed', async ({ name, e }) => {
  const help = await home.xzx(['api', name, '--help'])
  expect([help.code, help.out]).toEqual([0, expect.stringContaining(`接口 ${name}：${e.says}`)])
  for (const field of describeSent(e))
    expect(help.out).toMatch(new RegExp(`^  ${field.name.replace('[]', '\\[\\]')} +.*${field.title}`, 'm'))
  const line = exampleOf(name, e)
  expect(help.out).toContain(`  ${line}\n`)
  const stdin = JSON.stringify(Object.fromEntries(describeSent(e).map((field) => [field.name, '值'])))
  const ran = await home.xzx(wordsOf(line), { stdin, env: { XZX_SERVER: backend.url } })
  expect([line, ran.err.includes('缺少必填参数'), ran.code]).toEqual([
    line,
    false,
    expect.not.toSatisfy((code) => code === 2),
  ])
})

test.each([
  ['不存在的名字', ''],
  ['article.veiw', 'article.view'],
  ['artcle.view', 'article.view'],
  ['article', 'article.'],
])('%s is no call: it is refused alike with its help and without', async (name, meant) => {
  const help = await home.xzx(['api', name, '--help'])
  expect([help.code, help.out]).toEqual([2, ''])
  expect(help.err).toContain(`没有接口 ${name}${meant && `，您是否想输入 ${meant}`}`)
  expect((await home.xzx(['api', name])).err).toBe(help.err)
})

test('help of a call: title, limits, what must be given; the general one without a name', async () => {
  const { out } = await home.xzx('api article.save-admin --help')
  expect(out).toMatch(/^ {2}title +标题；必填；文字，最多 300 字$/m)
  expect(out).toMatch(/^ {2}newsType +图文类型；0 无图、1 单图/m)
  expect(out).toMatch(/^ {2}sort +排序；整数，0 到 1000000$/m)
  expect(out).not.toContain('createdBy')
  expect((await home.xzx('help api article.save-admin')).out).toBe(out)
  expect((await home.xzx('api --help')).out).toContain('xzx api article.view --query articleID=101')
  await expect(callHelp('article.none')).rejects.toThrow('没有接口 article.none')
})

test('-d takes JSON, a file and stdin', async () => {
  const body = JSON.stringify({ name: '供暖' })
  writeFileSync(join(home.dir, 'body.json'), `\uFEFF${body}`)
  for (const given of [body, '@body.json', '-']) {
    const ran = await home.xzx(['api', 'hot.add', '-d', given], { stdin: body, env: { XZX_SERVER: backend.url } })
    expect([given, ran.code, backend.seen.at(-1)?.body]).toEqual([given, 0, { name: '供暖' }])
  }
})

test('a file is uploaded, and several', async () => {
  const one = await home.xzx('api file.upload-name --query type=image --form file=@a.png')
  expect([one.code, one.json()], one.err).toEqual([0, expect.objectContaining({ kind: 'image', width: 1, height: 1 })])
  const two = await home.xzx('api file.uploads-name --query type=image --form file=@a.png --form file=@b.png')
  expect([two.code, two.json()], two.err).toEqual([
    0,
    [expect.objectContaining({ width: 1 }), expect.objectContaining({ width: 1 })],
  ])
  const dry = await home.xzx('api file.upload-name --query type=image --form file=@a.png --dry-run')
  expect([dry.code, dry.err]).toEqual([0, expect.stringContaining('没有作任何修改')])
})

test.for([
  ['api file.upload-name --query type=image --form file=a.png', '名称=@文件'],
  ['api file.upload-name --query type=image --form a.png', '名称=@文件'],
  ['api file.upload-name --query type=image --form file=@none.png', '没有这个文件'],
  ['api file.upload-name --query type=image --form file=@folder', '这是目录'],
  ['api hot.add --form file=@a.png', '不接受文件'],
  ['api --form file=@a.png', '--form'],
] as const)('%s is refused', async ([line, words]) => {
  mkdirSync(join(home.dir, 'folder'), { recursive: true })
  const ran = await home.xzx(line)
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(words)])
})

test('fields that the call has not are named with what was probably meant; it goes on, and warns under -q too', async () => {
  const said = async (line: string) => {
    const { code, err } = await home.xzx(line)
    return [code, err]
  }
  expect(await said('api hot.add -d {"name":"供暖甲","titel":1,"enabeld":1}')).toEqual([
    0,
    '没有用到的字段：titel、enabeld（您是否想输入 enabled？）\n',
  ])
  expect(await said('api hot.list --query pageNum=1 --query nmae=供 -q')).toEqual([
    0,
    '没有用到的字段：nmae（您是否想输入 name？）\n',
  ])
  // other spellings, and those of items, are fields like any other
  expect(await said('api article.list -d {"categoryId":1,"pageNum":1}')).toEqual([0, ''])
  expect(await said('api role.view -d {"roleId":1}')).toEqual([0, ''])
  expect(await said('api article.reject --dry-run -d [{"articleId":999999,"reasn":"甲"}]')).toEqual([
    1,
    expect.stringMatching(/^没有用到的字段：reasn（您是否想输入 reason？）\n/),
  ])
  expect((await said('api auth.info -d {"a":1}'))[1]).toContain('没有用到的字段：a\n')
})

test('no example of a call, made from its declaration, has a field that is passed over', () => {
  for (const { name, e } of calls) {
    const fields = Object.fromEntries(describeSent(e).map((field) => [field.name, null]))
    expect([name, unusedFields(e, e.send === 'list' ? { items: [fields] } : fields)]).toEqual([name, []])
  }
})
