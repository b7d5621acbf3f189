import { surveyBinned } from '../../../core/contract/survey/rows.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const more = [{ field: 'recordCount', width: 90 }] as const

/** Deleted surveys: back, or gone for good with all that was answered. */
export default function SurveyBinScreen() {
  return (
    <KindBin
      area="survey"
      calls={api}
      row={surveyBinned}
      states={states}
      stated="state"
      more={more}
      back={backToList}
    />
  )
}
