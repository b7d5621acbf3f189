import { resolve } from 'node:path'
import type { Flag } from './verb.ts'
import type { World } from './world.ts'

/** Where a server of this machine has its data, for the commands that work on it themselves. */
export const dataFlag: Flag = {
  flag: '--data <目录>',
  says: '数据库、上传文件、密钥和网站所在目录，默认 ./data（XZX_DATA）',
}

/** What the flag and the server's own variables say of it. */
export const sourceFrom = ({ cwd, env }: World, flags: { readonly data?: string }) => ({
  data: resolve(cwd, flags.data ?? (env.XZX_DATA || 'data')),
  databaseUrl: env.DATABASE_URL || undefined,
  keyFile: env.XZX_KEY_FILE || undefined,
})
