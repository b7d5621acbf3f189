import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keysPage } from '../cli/tui/keys.ts'
import { eachEndpoint, wholeContract } from '../core/contract/areas.ts'
import { describeFields } from '../core/contract/describe.ts'
import { accessWords, type Endpoint, permissionKey } from '../core/contract/endpoint.ts'
import { errorCodes } from '../core/errors.ts'
import { cliPage, manPage } from './cli-pages.ts'

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

async function apiPage(): Promise<string> {
  const contract = await wholeContract()
  const lines = ['# 接口', '', '由 `npm run docs` 从 `core/contract/` 生成，请勿手工修改。', '']
  let current = ''
  for (const [area, call, e] of eachEndpoint(contract)) {
    if (area !== current) lines.push(`## ${area}`, '')
    current = area
    lines.push(
      `### ${area}.${call}`,
      '',
      `${e.says}。`,
      '',
      `\`${e.method} ${e.path}\` · ${accessOf(area, call, e)}${e.own ? ' · 本系统自有' : ''}`,
      '',
    )
    const fields = fieldsOf(e)
    if (fields.length > 0) lines.push('| 字段 | 名称 | 位置 | 说明 |', '|---|---|---|---|', ...fields, '')
  }
  lines.push('## 错误码', '', '| 错误码 | HTTP | 命令行退出码 | 含义 |', '|---|---|---|---|')
  for (const [code, { status, exit, says }] of Object.entries(errorCodes))
    lines.push(`| ${code} | ${status} | ${exit} | ${says} |`)
  return `${lines.join('\n')}\n`
}

/** Each generated page and what makes it. */
const pages: Readonly<Record<string, () => Promise<string>>> = {
  'docs/generated/api.md': apiPage,
  'docs/generated/cli.md': cliPage,
  'docs/generated/xzx.1': manPage,
  'docs/generated/keys.md': async () => keysPage(),
}

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

const check = process.argv.includes('--check')
const stale: string[] = []
for (const [file, make] of Object.entries(pages)) {
  const text = await make()
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  stale.push(file)
  if (check) continue
  mkdirSync('docs/generated', { recursive: true })
  writeFileSync(file, text)
}
const dead = deadReferences()
if (dead.length > 0) {
  console.error(`docs/rules.md 没有注释所指的章节：${dead.join('、')}`)
  process.exit(1)
}
if (check && stale.length > 0) {
  console.error(`生成的文档已过时，请运行 npm run docs：${stale.join('、')}`)
  process.exit(1)
}
