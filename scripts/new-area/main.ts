import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { filesOf } from './files.ts'
import { listsOf, withLine } from './lists.ts'
import { namesOf, parts } from './names.ts'

/**
 * Writes a new area so that only its content is left to fill in: `npm run new-area -- hot 热词`, with `--with parent,child,state,public`
 * for more than a plain list.
 * What it writes passes all checks and its tests as it stands.
 */

function stop(says: string, code: number): never {
  console.error(says)
  process.exit(code)
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { with: { type: 'string' } },
})
const [area = '', what = ''] = positionals
const given = typeof values.with === 'string' ? values.with.split(',') : []
const usage = [
  '用法：npm run new-area -- 英文名（小写字母开头） 中文名 [--with 部分,…]',
  '例如：npm run new-area -- hot 热词',
  `可以另有：${Object.entries(parts)
    .map(([part, says]) => `${part} ${says}`)
    .join('、')}`,
].join('\n')
if (!/^[a-z][a-zA-Z0-9]*$/.test(area) || !/[\u4e00-\u9fff]/.test(what)) stop(usage, 2)
if (given.some((part) => !Object.hasOwn(parts, part))) stop(usage, 2)

const names = namesOf(area, what, given, new Date())
const files = filesOf(names)
const there = Object.keys(files).filter((file) => existsSync(file))
if (there.length > 0) stop(`已存在，未作任何修改：${there.join('、')}`, 1)
const listed = listsOf(names).map((list) => {
  const text = withLine(readFileSync(list.file, 'utf8'), list, names)
  return text === null ? stop(`找不到登记新模块的位置：${list.file}`, 1) : ([list.file, text] as const)
})

const written = [...Object.entries(files), ...listed]
for (const [file, text] of written) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const touched = written.map(([file]) => file)
const run = (...command: readonly string[]) => {
  const { status } = spawnSync('npx', ['--no-install', ...command], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
run('biome', 'check', '--write', ...touched)
run('tsx', 'scripts/docs.ts')
console.log(
  `已写好 ${what}（${area}）：\n${touched.map((file) => `  ${file}`).join('\n')}\n文档已由 npm run docs 生成。接下来填写字段与规则，改好后再运行 npm run docs 和 npm run check`,
)
