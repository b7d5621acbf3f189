import { changes } from '../../../core/client/changes.ts'
import { noChanges } from '../../../core/client/words.ts'
import { target } from '../../../core/domain/article-states.ts'
import { ApiError } from '../../../core/errors.ts'
import { type Article, stateFor } from '../../areas/article-rows.ts'
import { asFile, fromFile } from '../../editor.ts'
import { cleanText } from '../../output/clean.ts'
import type { Desk } from '../desk.ts'
import { pressNames } from '../keys.ts'
import { pick } from '../state/dialogs.ts'
import { slim } from '../state/rows.ts'
import { ownViews, type View } from '../state/views.ts'
import { loadReadings } from '../text/match.ts'
import { statusOf } from '../text/rows.ts'
import { loadColumns } from './columns.ts'
import { throughEditor } from './editor.ts'
import { openView } from './load.ts'
import { begin, patient } from './patient.ts'
import { readArticle } from './read.ts'

const submitKey = pressNames('submit').split(' ')[0]
const drafts = ownViews.find((view) => view.query.status[0] === 3) as View

/** What a saved article waits for now. */
function savedWords(row: Article): string {
  if (row.review?.status === 1) return '保存成功，修订待审核，网站上仍是原来的内容'
  return target('submit', stateFor(row, ['submit'])) === null ? '保存成功' : `保存成功，按 ${submitKey} 提交审核`
}

/** Opens the current article in the editor and sends what was changed. */
export async function editCurrent(desk: Desk): Promise<void> {
  const articleId = desk.currentId()
  if (articleId === null) return
  const { article } = desk.around.backend
  const before = await readArticle(desk, articleId)
  // as the editor would give it back untouched
  const original = fromFile(asFile({ title: before.title, content: cleanText(before.content ?? '') }))
  const command = `xzx article edit ${articleId}${before.version ? ` --base-version ${before.version}` : ''}`
  const sent = await throughEditor(desk, articleId, original, command, (written) => {
    const changed = changes({ articleId, ...original }, { articleId, ...written }, 'articleId')
    return patient(desk, () => article.update({ ...changed, version: before.version ?? undefined }), undefined, false)
  })
  if (!sent) return
  desk.set({ undo: null, preview: { ...desk.state.preview, read: null } })
  const row = slim(await patient(desk, () => article.view({ articleId })))
  desk.notice(savedWords(row))
  // saving may have sent it back to be audited once more
  const { status } = desk.state.view.query
  if (status.length === 0 || status.includes(statusOf(row))) desk.list({ type: 'patch', rows: [row] })
  else desk.list({ type: 'remove', ids: [articleId] })
}

/** Asks for the column, by name or first letters; null when there is none to choose. */
async function chooseColumn(desk: Desk): Promise<string | null> {
  begin(desk, loadReadings)
  // what is typed ahead must meet the dialog: it waits only where nothing is known yet
  if (desk.state.columns.length === 0) await loadColumns(desk)
  else begin(desk, () => loadColumns(desk))
  const { columns } = desk.state
  if (columns.length === 0) {
    desk.notice('没有可以撰写文章的栏目，请联系管理员授权', true)
    return null
  }
  const options = columns.map(({ id, path }) => ({ value: id, label: path }))
  return (await desk.ask(pick('撰写新文章：选择栏目（名称或拼音首字母）', options)))?.pick ?? null
}

/** A new article: column, editor, saved as a draft that the cursor then stands on. */
export async function compose(desk: Desk): Promise<void> {
  const columnId = await chooseColumn(desk)
  if (columnId === null) return
  const { article } = desk.around.backend
  const save = desk.state.can?.has('article_saveAdmin') ? article.saveAdmin : article.saveRole
  const sent = await throughEditor(
    desk,
    'new',
    { title: '', content: '' },
    `xzx article add --column ${columnId}`,
    (written) => {
      if (written.title === '' && written.content === '') throw new ApiError('local', 'NO_CHANGES', noChanges)
      return patient(desk, () => save({ columnId, ...written, status: 3 }), undefined, false)
    },
  )
  if (!sent) return
  desk.notice(`已存为草稿，按 ${submitKey} 提交审核`)
  await openView(desk, drafts)
}
