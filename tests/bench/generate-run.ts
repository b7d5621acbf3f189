import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The generator's own measurement, in a process of its own: its memory is a figure too. */
export async function main(): Promise<void> {
  spawnSync(process.execPath, [fileURLToPath(new URL('./generate.ts', import.meta.url)), '10000'], { stdio: 'inherit' })
}
