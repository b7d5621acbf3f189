import { special } from '../../../core/contract/special.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, kind } from './calls.ts'

const row = special.binList.output.shape.list.element
const more = [] as const

/** What was deleted: back, or gone for good. */
export default function SpecialBinScreen() {
  return <KindBin area="special" calls={api} row={row} states={kind.states} more={more} back={backToList} />
}
