import { mailBinned } from '../../../core/contract/mail/rows.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const more = [{ field: 'name', width: 90 }] as const

/** Deleted letters: back, or gone for good. */
export default function MailBinScreen() {
  return (
    <KindBin area="mail" calls={api} row={mailBinned} states={states} stated="state" more={more} back={backToList} />
  )
}
