import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../alive.ts'

/** Takes away what runs left behind that were killed. @param unfinished the form of such a name, with the process in it */
export async function removeUnfinished(folder: string, unfinished: RegExp): Promise<void> {
  for (const name of readdirSync(folder)) {
    const pid = unfinished.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true })
  }
}
