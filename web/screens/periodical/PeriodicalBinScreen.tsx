import { periodical } from '../../../core/contract/periodical.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, kind } from './calls.ts'

const row = periodical.binList.output.shape.list.element
const more = [] as const

/** What was deleted: back, or gone for good. */
export default function PeriodicalBinScreen() {
  return <KindBin area="periodical" calls={api} row={row} states={kind.states} more={more} back={backToList} />
}
