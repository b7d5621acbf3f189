import { questAnswer } from '../../../core/contract/questAnswer.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const row = questAnswer.binList.output.shape.list.element

/** Deleted questions: back, or gone for good. */
export default function QuestBinScreen() {
  return <KindBin area="questAnswer" calls={api} row={row} states={states} more={[]} back={backToList} />
}
