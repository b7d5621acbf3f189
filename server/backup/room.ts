import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DataFault } from '../data.ts'

const mb = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`
const nearest = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearest(dirname(path)))

/** Refuses to begin what a disk has no room for, rather than fill it. @throws DataFault */
export async function refuseFull(place: string, needed: number, hint: string): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(nearest(place))
  // some file systems tell nothing of their size
  if (blocks === 0 || bavail * bsize >= needed) return
  throw new DataFault(
    `磁盘空间不足，没有作任何修改：${place} 需要约 ${mb(needed)}，只剩 ${mb(bavail * bsize)}`,
    hint,
    true,
  )
}
