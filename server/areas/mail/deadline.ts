import { openStates } from '../../../core/domain/mail-states.ts'
import { ownCall } from '../../access/by-itself.ts'
import { among } from '../../rows/condition.ts'
import { following } from '../../workdays/following.ts'
import { dueOf, type Timed } from './clock.ts'
import { history } from './letters.ts'

interface Counted extends Timed {
  readonly id: number
  readonly version: number
  readonly due: number | null
  readonly state: number
}

/** Deadlines of letters follow the calendar. */
export const deadlines = following<Counted>({
  ...{ area: 'mail', says: '信件', unit: '封', table: 'mail' },
  columns: ['createdAt', 'limitDays', 'restartAt', 'extendDays', 'extendedAt', 'askedAt', 'due', 'state'],
  open: [among('state', [...openStates])],
  field: 'due',
  dueOf,
  keep: (ctx, { id, version, state }, step) =>
    history.keep({ ...ctx, who: null }, [{ id, no: version + 1, step: { ...step, status: state } }]),
  call: ownCall('mail.extend', '延长信件的答复期限'),
})
