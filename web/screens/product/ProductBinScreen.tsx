import { product } from '../../../core/contract/product.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const row = product.binList.output.shape.list.element

/** Those that were deleted: back, or gone for good. */
export default function ProductBinScreen() {
  return <KindBin area="product" calls={api} row={row} states={states} more={[]} back={backToList} />
}
