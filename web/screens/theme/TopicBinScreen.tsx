import { topicBinned } from '../../../core/contract/theme/rows.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { useGroup } from './calls.ts'

const more = [{ field: 'name', width: 90 }] as const

/** Deleted topics of a group: back, or gone for good. */
export default function TopicBinScreen() {
  const { area, api, states, back } = useGroup()
  return (
    <KindBin
      key={area}
      area={area}
      calls={api}
      row={topicBinned}
      states={states}
      stated="state"
      more={more}
      back={back}
    />
  )
}
