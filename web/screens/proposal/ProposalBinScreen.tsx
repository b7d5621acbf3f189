import { proposal } from '../../../core/contract/proposal.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const row = proposal.binList.output.shape.list.element
const more = [{ field: 'createdByName', width: 100 }] as const

/** Deleted proposals: back, or gone for good. */
export default function ProposalBinScreen() {
  return <KindBin area="proposal" calls={api} row={row} states={states} stated="state" more={more} back={backToList} />
}
