import { notice } from '../../../core/contract/notice.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const row = notice.binList.output.shape.list.element
const more = [] as const

/** Those that were deleted: back, or gone for good. */
export default function NoticeBinScreen() {
  return <KindBin area="notice" calls={api} row={row} states={states} more={more} back={backToList} />
}
