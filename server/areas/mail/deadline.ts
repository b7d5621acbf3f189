import { ownCall } from '../../access/by-itself.ts'
import { following } from '../../workdays/following.ts'
import { dueOf, type Timed, timedColumns } from './clock.ts'
import { history, open } from './letters.ts'

interface Counted extends Timed {
  readonly id: number
  readonly version: number
  readonly due: number | null
  readonly state: number
}

/** Deadlines of letters follow the calendar. */
export const deadlines = following<Counted>({
  ...{ area: 'mail', says: '信件', unit: '封', table: 'mail' },
  columns: [...timedColumns, 'due', 'state'],
  open: [open],
  field: 'due',
  dueOf,
  keep: (ctx, { id, version, state }, step) =>
    history.keep({ ...ctx, who: null }, [{ id, no: version + 1, step: { ...step, status: state } }]),
  call: ownCall('mail.extend', '延长信件的答复期限'),
})
