import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether a process runs, whoever it belongs to. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Takes away what runs left behind that were killed. @param unfinished the form of such a name, with the process in it */
export async function removeUnfinished(folder: string, unfinished: RegExp): Promise<void> {
  for (const name of readdirSync(folder)) {
    const pid = unfinished.exec(name)?.[1]
    if (pid && !alive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true })
  }
}
