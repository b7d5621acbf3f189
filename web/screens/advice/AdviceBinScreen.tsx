import { advice } from '../../../core/contract/advice.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const row = advice.binList.output.shape.list.element
const more = [{ field: 'proposer', width: 110 }] as const

/** Deleted opinions: back, or gone for good. */
export default function AdviceBinScreen() {
  return <KindBin area="advice" calls={api} row={row} states={states} more={more} back={backToList} />
}
