import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Env = Readonly<Record<string, string | undefined>>

/** Where xzx keeps what it may lose: its log of faults, locks. */
export function stateDir(env: Env): string {
  if (env.XZX_STATE_DIR) return env.XZX_STATE_DIR
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? homedir(), 'xzx')
  return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'xzx')
}

/** The package's own folder, from the source as well as from the bundle. */
export function packageRoot(): string {
  let dir = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(dir, 'package.json')) && dirname(dir) !== dir) dir = dirname(dir)
  return dir
}
