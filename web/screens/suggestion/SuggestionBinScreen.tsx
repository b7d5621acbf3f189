import { suggestion } from '../../../core/contract/suggestion.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const row = suggestion.binList.output.shape.list.element
const more = [{ field: 'name', width: 90 }] as const

/** Deleted suggestions: back, or gone for good. */
export default function SuggestionBinScreen() {
  return <KindBin area="suggestion" calls={api} row={row} states={states} more={more} back={backToList} />
}
