import { applyBinned } from '../../../core/contract/apply/rows.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const more = [{ field: 'name', width: 90 }] as const

/** Deleted requests: back, or gone for good. */
export default function ApplyBinScreen() {
  return (
    <KindBin area="apply" calls={api} row={applyBinned} states={states} stated="state" more={more} back={backToList} />
  )
}
