import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killUnderLoad } from '../support/kills.ts'

const kills = 200

/** 200 times kill -9 under load: what was acknowledged must be there (docs/rules.md, Security). */
export async function main(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'xzx-kill-'))
  const found = await killUnderLoad(data, kills, () => 1 + Math.floor(Math.random() * 120))
  console.log(
    `${found.kills} 次 kill -9：已确认的写入 ${found.acknowledged}，丢失 ${found.lost}，重复 ${found.doubled}，完整性 ${found.integrity}，日志链${found.chain ? '完整' : '断开'}`,
  )
  rmSync(data, { recursive: true, force: true })
}
