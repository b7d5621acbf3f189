import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { keysPage } from '../cli/tui/keys.ts'
import { areas, eachEndpoint, wholeContract } from '../core/contract/areas.ts'
import { describeFields } from '../core/contract/describe.ts'
import { type Area, accessWords, asksSays, type Endpoint, permissionKey } from '../core/contract/endpoint.ts'
import { errorCodes } from '../core/errors.ts'
import { cliPages, manPages, type Page } from './cli-pages.ts'
import { rightsPage } from './rights-page.ts'
import { screensPage } from './screens-page.ts'

/** Writes docs/generated from the declarations; with --check it only tells whether they are up to date. A comment that points nowhere is a failure. */

const places = { path: '路径', query: '查询', body: '正文', header: '请求头', file: '文件' } as const
const accessOf = (area: string, call: string, e: Endpoint): string => {
  const key = permissionKey(area, call, e)
  return key === '' ? accessWords[e.access as 'login'] : `权限 \`${key}\``
}

const fieldsOf = (e: Endpoint): string[] =>
  describeFields(e).map(({ name, title, place, required, limits }) => {
    const says = [required ? '必填' : '', limits].filter(Boolean).join('，').replaceAll('|', '\\|')
    return `| \`${name}\` | ${title} | ${places[place]} | ${says} |`
  })

const made = '由 `npm run docs` 从 `core/contract/` 生成，请勿手工修改。'

function callLines(area: string, call: string, e: Endpoint): string[] {
  const fields = fieldsOf(e)
  return [
    ...[`## ${area}.${call}`, '', `${e.says}。${e.open ? `对公众开放：${e.open}。` : ''}`, ''],
    ...[
      [`\`${e.method} ${e.path}\``, accessOf(area, call, e), e.own ? '本系统自有' : '', asksSays(e)]
        .filter(Boolean)
        .join(' · '),
      '',
    ],
    ...(fields.length > 0 ? ['| 字段 | 名称 | 位置 | 说明 |', '|---|---|---|---|', ...fields, ''] : []),
  ]
}

const pageOf = (lines: readonly string[]) => `${lines.join('\n').trimEnd()}\n`

/** The calls: a page for each area, one that leads to them, and one of those that are open to everybody. */
async function apiPages(): Promise<Page[]> {
  const contract: Readonly<Record<string, Area>> = await wholeContract()
  const names = Object.entries(areas).map(([name, { says }]) => [name, says] as const)
  const open = [...eachEndpoint(contract)].filter(([, , e]) => e.access === 'public')
  const errors = Object.entries(errorCodes).map(
    ([code, { status, exit, says }]) => `| ${code} | ${status} | ${exit} | ${says} |`,
  )
  return [
    [
      'api.md',
      pageOf([
        ...['# 接口', '', made, ''],
        ...names.map(([name, says]) => `- [${name}](api/${name}.md)：${says}`),
        ...['- [对公众开放的接口](open.md)', ''],
        ...['## 错误码', '', '| 错误码 | HTTP | 命令行退出码 | 含义 |', '|---|---|---|---|', ...errors],
      ]),
    ],
    [
      'open.md',
      pageOf([
        ...['# 对公众开放的接口', '', made, '', '| 接口 | 作用 | 为什么开放 |', '|---|---|---|'],
        ...open.map(([area, call, e]) => `| \`${area}.${call}\` | ${e.says} | ${e.open} |`),
      ]),
    ],
    ...names.map(([name, says]): Page => {
      const calls = Object.entries(contract[name] as Area).flatMap(([call, e]) => callLines(name, call, e))
      return [`api/${name}.md`, pageOf([`# ${says}（${name}）`, '', made, '', ...calls])]
    }),
  ]
}

/** Each generated page. */
const pages: readonly Page[] = [
  ...(await apiPages()),
  ...(await cliPages()),
  ...(await manPages()),
  ['keys.md', keysPage()],
  ['rights.md', pageOf(await rightsPage(made))],
  ['screens.md', pageOf(await screensPage(made))],
]

/** Comments that point to a section which docs/rules.md does not have: `FILE: SECTION`. */
function deadReferences(): string[] {
  const sections = new Set([...readFileSync('docs/rules.md', 'utf8').matchAll(/^## (.+)$/gm)].map((m) => m[1]))
  const sources = ['core', 'server', 'cli', 'web', 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  return sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/docs\/rules\.md, ([A-Z][\w ]*)/g)]
      .filter(([, section]) => !sections.has(section as string))
      .map(([, section]) => `${file}: ${section}`),
  )
}

const folder = 'docs/generated'
const there = (): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    : []

const check = process.argv.includes('--check')
const wanted = new Map(pages)
const stale = [
  ...pages.filter(
    ([name, text]) => !existsSync(join(folder, name)) || readFileSync(join(folder, name), 'utf8') !== text,
  ),
  ...there()
    .filter((name) => !wanted.has(name))
    .map((name): Page => [name, null]),
]
for (const [name, text] of check ? [] : stale) {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  if (text === null) rmSync(file)
  else writeFileSync(file, text)
}
const dead = deadReferences()
if (dead.length > 0) {
  console.error(`docs/rules.md 没有注释所指的章节：${dead.join('、')}`)
  process.exit(1)
}
if (check && stale.length > 0) {
  console.error(`生成的文档已过时，请运行 npm run docs：${stale.map(([name]) => name).join('、')}`)
  process.exit(1)
}
