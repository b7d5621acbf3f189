import { industrialProject } from '../../../core/contract/industrialProject.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const row = industrialProject.binList.output.shape.list.element

/** Those that were deleted: back, or gone for good. */
export default function IndustrialProjectBinScreen() {
  return <KindBin area="industrialProject" calls={api} row={row} states={states} more={[]} back={backToList} />
}
