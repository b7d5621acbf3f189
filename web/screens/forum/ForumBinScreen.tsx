import { forum } from '../../../core/contract/forum.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const row = forum.binList.output.shape.list.element
const more = [] as const

/** Those that were deleted: back, or gone for good. */
export default function ForumBinScreen() {
  return <KindBin area="forum" calls={api} row={row} states={states} more={more} back={backToList} />
}
