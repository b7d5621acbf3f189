// `npm start`: builds what is stale, then serves with the demo content. More flags: npm start -- --port 8081
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build-cli.mjs'
import { buildConsole } from './build-web.mjs'
import { isStale } from './stale.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [cli, web] = [isStale(root, 'cli'), isStale(root, 'web')]
if (cli || web) process.stderr.write('正在打包……\n')
if (cli) await build()
if (web)
  await buildConsole().catch((error) => {
    process.stderr.write(`管理界面未能打包，暂时只能使用命令行：${error.message}\n`)
  })
process.argv.splice(2, 0, 'serve', '--demo')
await import('../bin/xzx.mjs')
