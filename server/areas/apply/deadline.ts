import { openApplyStates } from '../../../core/domain/apply-states.ts'
import { ownCall } from '../../access/by-itself.ts'
import { among } from '../../rows/condition.ts'
import { following } from '../../workdays/following.ts'
import { history } from './cases.ts'
import { dueOf, type Timed, timedColumns } from './clock.ts'

interface Counted extends Timed {
  readonly id: number
  readonly version: number
  readonly due: number | null
  readonly state: number
}

/** Deadlines of requests follow the calendar. */
export const deadlines = following<Counted>({
  ...{ area: 'apply', says: '依申请公开', unit: '件', table: 'apply' },
  columns: [...timedColumns, 'due', 'state'],
  open: [among('state', [...openApplyStates])],
  field: 'due',
  dueOf,
  keep: (ctx, { id, version, state }, step) =>
    history.keep({ ...ctx, who: null }, [{ id, no: version + 1, step: { ...step, status: state } }]),
  call: ownCall('apply.extend', '延长申请的答复期限'),
})
