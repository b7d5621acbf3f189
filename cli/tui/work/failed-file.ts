import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { failedList } from '../../bulk/failed-list.ts'
import type { Desk } from '../desk.ts'
import { form } from '../state/dialogs.ts'

/** Writes what failed and what is left, in the form that `--ids @FILE` reads. */
export async function writeFailed(desk: Desk): Promise<void> {
  const { run } = desk.state
  if (!run || run.failed.length + run.left.length === 0) return
  const answer = await desk.ask(form('', [{ name: 'file', label: '写到文件', value: `${run.says}失败.txt` }]))
  if (!answer?.file?.trim()) return
  const file = resolve(desk.around.cwd, answer.file.trim())
  // an older list is not written over
  await writeFile(file, failedList(run.failed, run.left), { flag: 'wx' })
  desk.notice(`已写到 ${file}`)
}
