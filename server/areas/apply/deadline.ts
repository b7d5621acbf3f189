import { askedState, openApplyStates } from '../../../core/domain/apply-states.ts'
import { ownCall } from '../../access/by-itself.ts'
import { among, equal, notEmpty } from '../../rows/condition.ts'
import { following } from '../../workdays/following.ts'
import { history } from './cases.ts'
import { dueOf, type Supplied, suppliesUntil, type Timed, timedColumns } from './clock.ts'

interface Row {
  readonly id: number
  readonly version: number
  readonly state: number
}
interface Counted extends Timed, Row {
  readonly due: number | null
}
const keep: Parameters<typeof following<Row>>[0]['keep'] = (ctx, { id, version, state }, step) =>
  history.keep({ ...ctx, who: null }, [{ id, no: version + 1, step: { ...step, status: state } }])

/** Deadlines of requests follow the calendar. */
export const deadlines = following<Counted>({
  ...{ area: 'apply', says: '依申请公开', unit: '件', table: 'apply' },
  columns: [...timedColumns, 'due', 'state'],
  open: [among('state', [...openApplyStates])],
  field: 'due',
  dueOf,
  keep,
  call: ownCall('apply.extend', '延长申请的答复期限'),
})

/** So does the time of applicants who are asked for what is missing. */
export const supplies = following<Supplied & Row>({
  ...{ area: 'apply', says: '依申请公开的补正期限', unit: '件', table: 'apply' },
  columns: ['askedAt', 'supplyDays', 'suppliesUntil', 'state'],
  open: [...equal('state', askedState), notEmpty('supplyDays')],
  field: 'suppliesUntil',
  dueOf: suppliesUntil,
  keep,
  call: ownCall('apply.clarify', '告知申请人补正'),
})
