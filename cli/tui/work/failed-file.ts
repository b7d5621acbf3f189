import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { cleanLine } from '../../clean.ts'
import type { Desk } from '../desk.ts'
import { form } from '../state/dialogs.ts'

/** Writes what failed and what is left, in the form that `--ids @FILE` reads. */
export async function writeFailed(desk: Desk): Promise<void> {
  const { run } = desk.state
  if (!run || run.failed.length + run.left.length === 0) return
  const answer = await desk.ask(form('', [{ name: 'file', label: '写到文件', value: `${run.says}失败.txt` }]))
  if (!answer?.file?.trim()) return
  const file = resolve(desk.around.cwd, answer.file.trim())
  const head = `# 失败 ${run.failed.length} 项，没有处理 ${run.left.length} 项；接着处理：--ids @本文件`
  const lines = [
    head,
    ...run.failed.map((one) => `${one.id}\t${one.errorCode}\t${cleanLine(one.errorMsg)}`),
    ...run.left.map((id) => `${id}\t\t没有处理`),
  ]
  // an older list is not written over
  await writeFile(file, `${lines.join('\n')}\n`, { flag: 'wx' })
  desk.notice(`已写到 ${file}`)
}
