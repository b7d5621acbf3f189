import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { DataFault } from '../data.ts'
import { makeFolder } from '../folder/closed.ts'
import { publicNames } from '../folder/public.ts'
import { isFull } from '../full-disk.ts'

/** Where backups go, and of which data. */
interface Place {
  readonly data: string
  readonly out: string
}

const inside = (folder: string, path: string) => !relative(folder, path).startsWith('..')

/** A path by its real name, as far as it is there. */
function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realOf(dirname(path)), basename(path))
}

/** Refuses a place that visitors could read, or that would be lost together with the data. @throws DataFault */
export function refuseReadable({ data, out }: Place): void {
  // where they stand in a place of their own, a link leads there
  const read = publicNames
    .map((name) => join(data, name))
    .flatMap((at) => (existsSync(at) ? [at, realpathSync(at)] : at))
  for (const folder of read)
    if (inside(folder, out)) throw new DataFault(`不能备份到 ${out}：网站的访问者能读到这个目录`, '请换一个目录')
  if (inside(realOf(data), realOf(out)))
    throw new DataFault(
      `不能备份到 ${out}：它在数据目录之内，数据目录丢失时备份也一起丢失`,
      '请换一个目录，最好在另一块磁盘上',
    )
}

const codes: Readonly<Record<string, string>> = {
  ENOENT: '不能新建这个目录',
  ENOTDIR: '路径中有一级不是目录',
  EACCES: '没有权限',
  EPERM: '没有权限',
  EROFS: '磁盘是只读的',
}

/** What the system says of a place of backups as a fault in words; anything else as it is. */
export function placeFault(error: unknown, out: string): unknown {
  const { code, message = '' } = (error ?? {}) as NodeJS.ErrnoException
  // from a thread it comes without its code
  const says = isFull(error) ? undefined : codes[code ?? /\b(E[A-Z]+):/.exec(message)?.[1] ?? '']
  return says === undefined ? error : new DataFault(`不能备份到 ${out}：${says}`, '检查目录和权限，或换一个目录')
}

/** Makes the place in which scheduled backups will be, and looks whether they can be. @throws DataFault */
export function makePlace(place: Place): void {
  refuseReadable(place)
  try {
    makeFolder(place.out, 0o700)
    accessSync(place.out, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw placeFault(error, place.out)
  }
}

/** Why no backup can be made there as it is now, in words; null: one can. */
export function placeSays(place: Place): string | null {
  try {
    refuseReadable(place)
    if (!existsSync(place.out)) return `存放备份的目录不在了：${place.out}（磁盘没有挂载，或被移走），请恢复它`
    accessSync(place.out, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const fault = placeFault(error, place.out) as DataFault
    return [fault.message, fault.hint].filter(Boolean).join('，')
  }
}

/** Why a backup is none any more, by what was said when it was made: its folder stands before the colon. */
export function keptAway(says: string): string | null {
  const [folder = ''] = says.split('：')
  return folder.startsWith('/') && !existsSync(folder)
    ? `最近一次备份已不在：${folder}（被移走或删除），请找回，或运行 xzx schedule run 定时备份 再备份一次`
    : null
}
