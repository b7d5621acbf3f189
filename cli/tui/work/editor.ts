import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changes } from '../../../core/client/changes.ts'
import { ApiError } from '../../../core/errors.ts'
import { cleanText } from '../../clean.ts'
import type { Desk } from '../desk.ts'
import { statusOf } from '../text/rows.ts'
import { begin, patient } from './patient.ts'
import { readArticle } from './read.ts'

const rule = '---- 以上是标题，以下是正文（HTML）；保存并退出后提交 ----'

/** An article as the editor gets it: the title, a line that parts, the text. */
export const asFile = (title: string, content: string): string => `${title}\n${rule}\n${content}\n`

/**
 * Title and text of an edited file.
 * @throws ApiError 'local' when the parting line is gone
 */
export function fromFile(text: string): { readonly title: string; readonly content: string } {
  const at = text.indexOf(rule)
  if (at < 0) throw new ApiError('local', 'BAD_INPUT', '文件中没有标题和正文之间的分隔行')
  const title = text
    .slice(0, at)
    .trim()
    .replace(/\s*\n\s*/g, ' ')
  const content = text
    .slice(at + rule.length)
    .replace(/^\r?\n/, '')
    .trimEnd()
  return { title, content }
}

const editorOf = (env: Desk['around']['env']) =>
  env.VISUAL || env.EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi')

/** Runs the editor on a file and waits for its end. */
function runEditor(command: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // as git does it: the variable may hold a program with its options
    const child = spawn(`${command} "${file}"`, { stdio: 'inherit', shell: true })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`编辑器 ${command} 未正常结束（${code}）`)),
    )
  })
}

/** Opens the current article in the editor and sends what was changed. */
export async function editCurrent(desk: Desk): Promise<void> {
  const articleId = desk.currentId()
  if (articleId === null) return
  const { article } = desk.around.backend
  const before = await readArticle(desk, articleId)
  const original = { articleId, title: before.title, content: cleanText(before.content ?? '').trimEnd() }
  const folder = await mkdtemp(join(tmpdir(), 'xzx-edit-'))
  const file = join(folder, `${articleId}.html`)
  await writeFile(file, asFile(original.title, original.content), { mode: 0o600 })
  try {
    await desk.suspend(() => runEditor(editorOf(desk.around.env), file))
    const changed = changes(original, { articleId, ...fromFile(await readFile(file, 'utf8')) }, 'articleId')
    await patient(desk, () => article.update({ ...changed, version: before.version ?? undefined }), undefined, false)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NO_CHANGES') {
      await rm(folder, { recursive: true, force: true })
      return desk.notice(error.message)
    }
    // what was typed is never lost
    return desk.notice(`${(error as Error).message}；您的修改保留在 ${file}`, true)
  }
  await rm(folder, { recursive: true, force: true })
  desk.set({ undo: { says: '修改', ids: [articleId], inverse: null }, preview: { ...desk.state.preview, read: null } })
  desk.notice('保存成功')
  begin(desk, async () => {
    const row = await patient(desk, () => article.view({ articleId }))
    // saving may have sent it back to be audited once more
    const { status } = desk.state.view.query
    if (status.length === 0 || status.includes(statusOf(row))) desk.list({ type: 'patch', row })
    else desk.list({ type: 'remove', ids: [articleId] })
  })
}
