import { plate } from '../../../core/contract/plate.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const row = plate.binList.output.shape.list.element

/** Deleted boards: back, or gone for good once no post is left on them. */
export default function PlateBinScreen() {
  return <KindBin area="plate" calls={api} row={row} states={states} more={[]} back={backToList} />
}
