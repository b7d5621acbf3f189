// `npm start`: builds what is stale, then serves with the demo content. More flags: npm start -- --port 8081
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build-cli.mjs'
import { isStale } from './stale.mjs'

if (isStale(dirname(dirname(fileURLToPath(import.meta.url))))) {
  process.stderr.write('正在打包……\n')
  await build()
}
process.argv.splice(2, 0, 'serve', '--demo')
await import('../bin/xzx.mjs')
