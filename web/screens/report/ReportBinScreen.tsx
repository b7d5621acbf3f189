import { report } from '../../../core/contract/report.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const row = report.binList.output.shape.list.element

/** Those that were deleted: back, or gone for good. */
export default function ReportBinScreen() {
  return <KindBin area="report" calls={api} row={row} states={states} more={[]} back={backToList} />
}
