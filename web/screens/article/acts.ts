import { articleStates } from '../../../core/domain/article-states.ts'
import { undoFollows } from '../../../core/text.ts'
import { actsOf, useActs as useActsOf } from '../../parts/states/acts.ts'
import { type Brief, titleOf } from './calls.ts'

const { submit, approve, takeDown } = articleStates.moves
export const submittedSays = submit.became
const published = approve.became
const takenDown = takeDown.became

const undone: Readonly<Record<string, string>> = {
  [published]: undoFollows.published,
  [takenDown]: undoFollows.takenDown,
  [submittedSays]: undoFollows.submitted,
}

/** What was done with articles, to be taken back. */
const acts = actsOf<Pick<Brief, 'articleId' | 'title' | 'review' | 'version'>>({
  area: 'article',
  unit: '篇',
  idOf: ({ articleId }) => articleId,
  titleOf,
  versionOf: ({ version }) => version,
  undone: (done) => undone[done] ?? undoFollows.other,
  outside: [published, takenDown],
  online: [published],
})
export const { actOf, keptActs, keepAct } = acts
export const useActs = () => useActsOf(acts)
