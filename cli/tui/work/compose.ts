import { changes } from '../../../core/client/changes.ts'
import { noChanges } from '../../../core/client/words.ts'
import { articleStates } from '../../../core/domain/article-states.ts'
import { ApiError } from '../../../core/errors.ts'
import { stateFor } from '../../areas/article-rows.ts'
import { asFile, fromFile } from '../../editor.ts'
import { isStale } from '../../errors.ts'
import { cleanText } from '../../output/clean.ts'
import type { Desk } from '../desk.ts'
import { pressNames } from '../keys.ts'
import { type ArticleRead, articlePlans, articleViews } from '../kinds/article.ts'
import { pick, question } from '../state/dialogs.ts'
import { type ArticleItem, slim } from '../state/rows.ts'
import type { View } from '../state/views.ts'
import { loadReadings } from '../text/match.ts'
import { loadColumns } from './columns.ts'
import { throughEditor } from './editor.ts'
import { showConflict } from './history.ts'
import { openView } from './load.ts'
import { begin, patient } from './patient.ts'
import { undoFor } from './undo.ts'

const submitKey = pressNames('submit').split(' ')[0]
const drafts = articleViews.find((view) => view.query.status[0] === 3) as View

/** What a saved article waits for now. */
function savedWords(row: ArticleItem): string {
  if (row.review?.status === 1) return '保存成功，修订待审核，网站上仍是原来的内容'
  return articleStates.target('submit', stateFor(row, ['submit'])) === null
    ? '保存成功'
    : `保存成功，按 ${submitKey} 提交审核`
}

const waits = ({ review }: Pick<ArticleItem, 'review'>): boolean => review?.status === 1 || review?.status === 0

/** Shows what somebody else has changed meanwhile, and asks whether to go on from there. */
async function goesOn(desk: Desk, before: ArticleRead, now: ArticleRead): Promise<boolean> {
  await showConflict(desk, before, now)
  return (
    (await desk.ask(question('是否再次打开编辑器，把对方的修改并入后保存？（n：先不保存，您写的保留在文件中）'))) !==
    null
  )
}

/** Opens the current article in the editor and sends what was changed. */
export async function editCurrent(desk: Desk): Promise<void> {
  const articleId = desk.currentId()
  if (articleId === null) return
  const { kind } = desk.state
  const { article } = desk.around.backend
  const read = async () => (await kind.read(articleId, (call) => patient(desk, call))) as ArticleRead
  let base = await read()
  // as the editor would give it back untouched
  const original = fromFile(asFile({ title: base.title, content: cleanText(base.content ?? '') }))
  const file = { name: `${articleId}.html`, text: asFile(original) }
  const command = (kept: string) =>
    `xzx article edit ${articleId}${base.version ? ` --base-version ${base.version}` : ''} --file ${kept}`
  const sent = await throughEditor(desk, file, fromFile, command, async (write) => {
    for (;;) {
      const changed = changes({ articleId, ...original }, { articleId, ...(await write()) }, 'articleId')
      const send = () => article.update({ ...changed, version: base.version ?? undefined })
      try {
        return await patient(desk, send, undefined, false)
      } catch (error) {
        if (!isStale(error)) throw error
        const before = base
        // they have seen it then: what is saved from the file is based on it
        base = await read()
        if (!(await goesOn(desk, before, base))) throw error
      }
    }
  })
  if (!sent) return
  desk.set({ undo: null })
  const row = slim(await patient(desk, () => article.view({ articleId })))
  // a change of what is online is submitted with it; of a copy that others have seen that is nothing to take back
  if (waits(row) && !waits(base)) desk.set({ undo: undoFor(desk, kind, articlePlans.submit, [row], [articleId]) })
  desk.notice(savedWords(row))
  // saving may have sent it back to be audited once more
  const { status } = desk.state.view.query
  if (status.length === 0 || status.includes(kind.stateOf(row))) desk.list({ type: 'patch', rows: [row] })
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
    { name: 'new.html', text: asFile({ title: '', content: '' }) },
    fromFile,
    (kept) => `xzx article add --column ${columnId} --file ${kept}`,
    async (write) => {
      const written = await write()
      if (written.title === '' && written.content === '') throw new ApiError('local', 'NO_CHANGES', noChanges)
      return patient(desk, () => save({ columnId, ...written, status: 3 }), undefined, false)
    },
  )
  if (!sent) return
  desk.notice(`已存为草稿，按 ${submitKey} 提交审核`)
  await openView(desk, drafts)
}
