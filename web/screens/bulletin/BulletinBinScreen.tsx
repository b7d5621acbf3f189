import { bulletin } from '../../../core/contract/bulletin.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const row = bulletin.binList.output.shape.list.element
const more = [] as const

/** Issues that were deleted: back, or gone for good. */
export default function BulletinBinScreen() {
  return <KindBin area="bulletin" calls={api} row={row} states={states} more={more} back={backToList} />
}
