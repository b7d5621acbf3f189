import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { coreServerFiles } from './core-server.ts'
import { faceFiles } from './faces.ts'
import { lists } from './lists.ts'
import { namesOf } from './names.ts'
import { testFiles } from './tests.ts'

/**
 * Writes a new area so that only its content is left to fill in: `npm run new-area -- hot 热词`.
 * What it writes compiles and its tests pass as they stand.
 */

function stop(says: string, code: number): never {
  console.error(says)
  process.exit(code)
}

const [area = '', what = ''] = process.argv.slice(2)
if (!/^[a-z][a-zA-Z0-9]*$/.test(area) || !/[\u4e00-\u9fff]/.test(what))
  stop('用法：npm run new-area -- 英文名（小写字母开头） 中文名\n例如：npm run new-area -- hot 热词', 2)

const names = namesOf(area, what)
const files = { ...coreServerFiles(names), ...faceFiles(names), ...testFiles(names) }
const there = Object.keys(files).filter((file) => existsSync(file))
if (there.length > 0) stop(`已存在，未作任何修改：${there.join('、')}`, 1)
const edited = lists.map(({ file, edit }) => {
  const before = readFileSync(file, 'utf8')
  const after = edit(before, names)
  if (after === before) stop(`找不到登记新模块的位置：${file}`, 1)
  return [file, after] as const
})

const written = [...Object.entries(files), ...edited]
for (const [file, text] of written) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const touched = written.map(([file]) => file)
spawnSync('npx', ['--no-install', 'biome', 'check', '--write', ...touched], { stdio: 'inherit' })
console.log(
  `已写好 ${what}（${area}）：\n${touched.map((file) => `  ${file}`).join('\n')}\n接下来填写字段与规则，然后运行 npm run docs 和 npm test`,
)
