import { proposalTimed } from '../../../core/domain/proposal-states.ts'
import { ownCall } from '../../access/by-itself.ts'
import { among } from '../../rows/condition.ts'
import { following } from '../../workdays/following.ts'
import { history } from './cases.ts'
import { dueOf, type Timed } from './clock.ts'

interface Counted extends Timed {
  readonly id: number
  readonly version: number
  readonly due: number | null
  readonly state: number
}

/** Deadlines of proposals follow the calendar. */
export const deadlines = following<Counted>({
  ...{ area: 'proposal', says: '提案', unit: '件', table: 'proposal' },
  columns: ['assignedAt', 'extendMonths', 'extendedAt', 'due', 'state'],
  open: [among('state', [...proposalTimed])],
  field: 'due',
  dueOf,
  keep: (ctx, { id, version, state }, step) =>
    history.keep({ ...ctx, who: null }, [{ id, no: version + 1, step: { ...step, status: state } }]),
  call: ownCall('proposal.extend', '延长提案的答复期限'),
})
