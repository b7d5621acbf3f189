import { articleStates } from '../../../core/domain/article-states.ts'
import { undoFollows } from '../../../core/text.ts'
import { useCall } from '../../data/calls.ts'
import { type Act, actsOf, useActs as useActsOf } from '../../parts/states/acts.ts'
import { api, type Brief, titleOf } from './calls.ts'

const { submit, approve, takeDown } = articleStates.moves
export const submittedSays = submit.became
const published = approve.became
const takenDown = takeDown.became

const undone: Readonly<Record<string, string>> = {
  [published]: undoFollows.published,
  [takenDown]: undoFollows.takenDown,
  [submittedSays]: undoFollows.submitted,
}

/** Of so many rows it is looked whether somebody has acted on them since. */
const looked = 50

/** What was done with articles, to be taken back. */
const acts = actsOf<Pick<Brief, 'articleId' | 'title' | 'review' | 'version'>>({
  area: 'article',
  unit: '篇',
  idOf: ({ articleId }) => articleId,
  // what left the site was never called as its revision is
  titleOf: (row, done) => (done === takenDown ? row.title : titleOf(row)),
  versionOf: ({ version }) => version,
  undone: (done) => undone[done] ?? undoFollows.other,
  outside: [published, takenDown],
  online: [published],
})
export const { actOf, keptActs, keepAct } = acts

const idsOf = (act: Act | undefined) => act?.rows.map(({ id }) => id) ?? []
/** The acts on articles, and the articles of the last one as they are now. */
export function useActs() {
  const mine = useActsOf(acts)
  const articleIds = idsOf(mine.last)
  const asked = { articleIds, fields: ['articleId', 'version'], pageSize: looked }
  const enabled = articleIds.length > 0 && articleIds.length <= looked
  const { data } = useCall('article.list', api.list, asked, { enabled, quiet: true })
  return { ...mine, now: data?.list.map(({ articleId, version }) => ({ id: articleId, version })) }
}
