import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { diskFull } from '../../core/text.ts'
import { DataFault } from '../data.ts'

/** In tenths, for what is nearly nothing is not one. */
const mb = (bytes: number, round: (n: number) => number) => `${round(bytes / 100_000) / 10} MB`
const nearest = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearest(dirname(path)))

/** Refuses to begin what a disk has no room for, rather than fill it. @throws DataFault */
export async function refuseFull(place: string, needed: number, hint: string): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(nearest(place))
  // some file systems tell nothing of their size
  if (blocks === 0 || bavail * bsize >= needed) return
  throw new DataFault(
    `${diskFull}，没有作任何修改：${place} 需要约 ${mb(needed, Math.ceil)}，只剩 ${mb(bavail * bsize, Math.floor)}`,
    hint,
    true,
  )
}
