import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Context } from '../context.ts'
import { withFile } from './fault.ts'

/** A file of this machine, to be sent; read only while it goes out. @throws what the file system says, under the name that was given */
export function openFile(ctx: Context, given: string): Promise<File> {
  const path = resolve(ctx.world.cwd, given)
  return withFile(path, async () => {
    if (!(await stat(path)).isFile()) throw Object.assign(new Error('a folder'), { code: 'EISDIR', syscall: 'open' })
    return new File([await openAsBlob(path)], basename(path))
  })
}
