import { celebrity } from '../../../core/contract/celebrity.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const row = celebrity.binList.output.shape.list.element

/** Those that were deleted: back, or gone for good. */
export default function CelebrityBinScreen() {
  return <KindBin area="celebrity" calls={api} row={row} states={states} more={[]} back={backToList} />
}
