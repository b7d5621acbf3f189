import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { makeColumn, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
let articleId: string
beforeAll(async () => {
  server = await startServer()
  const { token } = await server.person({ roles: ['admin'] })
  const columnId = await makeColumn(server)
  articleId = String((await makeArticles(server, 1, { columnId, status: 2, by: 1, title: '主席会议召开' }))[0])
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})
const put = (name: string, text: string) => {
  const path = join(home.dir, name)
  writeFileSync(path, text)
  return path
}
const version = async (file: string) => (await home.xzx(`template show ${file} --json`)).json().version

test('skins, their folders and files are listed and read', async () => {
  expect((await home.xzx('template list')).out).toMatch(/default\t.*\nplain\t/)
  expect((await home.xzx('template current --json')).json()).toMatchObject({ name: 'default', active: true })
  expect((await home.xzx('template files default')).out).toMatch(/^assets\t/)
  const shown = await home.xzx('template show default/404.liquid')
  expect([shown.code, shown.out]).toEqual([0, expect.stringContaining('<h1>')])
  expect((await home.xzx('template fields default/article.liquid')).out).toMatch(/article\.title\t.*标题/)
  expect(await home.xzx('template show default/../x.liquid')).toMatchObject({ code: 1, out: '' })
  expect((await home.xzx('template show')).code).toBe(2)
})

test('a file is tried, saved after a question, told, and set back', async () => {
  const file = put('404.liquid', '<h1>没有这一页</h1>\n')
  const line = `template edit default/404.liquid --content @${file}`
  const dry = await home.xzx(`${line} --dry-run`)
  expect([dry.code, await version('default/404.liquid')]).toEqual([0, 0])
  const unasked = await home.xzx(line)
  expect([unasked.code, unasked.err]).toEqual([2, expect.stringContaining('需要确认')])
  const saved = await home.xzx(`${line} --yes --json`)
  expect([saved.code, saved.json()]).toEqual([0, expect.objectContaining({ state: 'edited', version: 1 })])
  expect(await home.xzx(`${line} --yes -q`)).toMatchObject({ code: 0, out: '', err: '' })
  const late = await home.xzx(`${line} --base-version 1 --yes`)
  expect([late.code, late.err]).toEqual([1, expect.stringContaining('xzx template history')])
  expect((await home.xzx('template history default/404.liquid')).out).toMatch(/^2\t修改.*\n1\t修改/)
  expect((await home.xzx('template show default/404.liquid --revision 1')).out).toBe('<h1>没有这一页</h1>\n')
  expect((await home.xzx('template show default/404.liquid --revision 0')).out).not.toContain('没有这一页')
  const answered = await home.xzx('template restore default/404.liquid 0', {
    ...{ tty: ['stdin', 'stderr'], stdin: 'n\n' },
  })
  expect([answered.code, answered.err]).toEqual([6, expect.stringContaining('恢复为原样')])
  expect((await home.xzx('template restore default/404.liquid 0 --yes')).code).toBe(0)
  expect((await home.xzx('template show default/404.liquid --json')).json()).toMatchObject({ state: 'shipped' })
})

test('what is wrong is told by file and line, and ends with 1; a check keeps nothing', async () => {
  const file = put('bad.liquid', '<h1>\n{{ site.name | shout }}</h1>')
  const refused = await home.xzx(`template edit default/index.liquid --content @${file} --yes`)
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/index\.liquid 第 2 行.*shout/)])
  expect((await home.xzx(`template edit default/index.liquid --content @${file} --dry-run`)).code).toBe(1)
  const checked = await home.xzx(`template check default/index.liquid --content @${file}`)
  expect([checked.code, checked.out]).toEqual([
    1,
    expect.stringMatching(/^default\/index\.liquid:2:\d+: 没有这个过滤器/),
  ])
  const asJson = await home.xzx(`template check default/index.liquid --content @${file} --json`)
  expect([asJson.code, asJson.json().problems]).toEqual([1, [expect.objectContaining({ line: 2 })]])
  const whole = await home.xzx('template check')
  expect([whole.code, whole.out, whole.err]).toEqual([0, '', expect.stringContaining('皮肤 default 没有问题')])
  expect((await home.xzx('template check nowhere')).code).toBe(1)
  expect((await home.xzx('template check plain --content x')).code).toBe(2)
})

test('a page is seen before it is saved', async () => {
  const file = put('article.liquid', '<h1>样子：{{ article.title }}</h1>')
  const line = `template preview default/article.liquid --content @${file} --article ${articleId}`
  expect(await home.xzx(`${line} --out 页.html --dry-run`)).toMatchObject({ code: 0 })
  expect(existsSync(join(home.dir, '页.html'))).toBe(false)
  expect((await home.xzx(`${line} --out 页.html`)).code).toBe(0)
  expect(readFileSync(join(home.dir, '页.html'), 'utf8')).toContain('样子：主席会议召开')
  expect((await home.xzx('template preview default/index.liquid')).out).toMatch(/^<!doctype html>/i)
})

test('skins are made, used and removed; each is asked about', async () => {
  expect((await home.xzx('template copy default qingshi --title 青石')).code).toBe(0)
  expect((await home.xzx('template use qingshi')).code).toBe(2)
  expect((await home.xzx('template use qingshi --dry-run')).code).toBe(0)
  expect((await home.xzx('template current --json')).json()).toMatchObject({ name: 'default' })
  expect((await home.xzx('template use qingshi --yes')).code).toBe(0)
  const inUse = await home.xzx('template remove qingshi --yes')
  expect([inUse.code, inUse.err]).toEqual([1, expect.stringContaining('网站正在使用这套皮肤')])
  expect((await home.xzx('template use default --yes')).code).toBe(0)
  const typed = await home.xzx('template remove qingshi', { tty: ['stdin', 'stderr'], stdin: '1\n' })
  expect([typed.code, typed.err]).toEqual([0, expect.stringContaining('无法恢复')])
  const file = put('list-wide.liquid', '<h1>{{ column.title }}</h1>')
  expect((await home.xzx(`template edit default/list-wide.liquid --content @${file} --yes`)).code).toBe(0)
  expect((await home.xzx('template rename default/list-wide.liquid default/list-broad.liquid --yes')).code).toBe(0)
  expect((await home.xzx('template del default/list-broad.liquid --yes')).code).toBe(0)
  expect((await home.xzx('template del default/list.liquid --yes')).code).toBe(1)
})

test('an editor’s text that is refused is opened again, and kept where it is left', async () => {
  // an editor that writes what is wrong
  const editor = put(
    'editor.mjs',
    "import { writeFileSync } from 'node:fs'\nwriteFileSync(process.argv[2], '{% if %}')\n",
  )
  const ran = await home.xzx('template edit default/404.liquid --yes', {
    ...{ tty: ['stdin', 'stdout', 'stderr'], stdin: 'n\n', env: { EDITOR: `${process.execPath} ${editor}` } },
  })
  expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('是否再次打开编辑器')])
  const [, path = ''] = /您写的内容保留在 (\S+)；/.exec(ran.err) ?? []
  expect(readFileSync(path, 'utf8')).toBe('{% if %}')
  expect(await version('default/404.liquid')).toBe(3)
})
