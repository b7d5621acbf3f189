import { askedState } from '../../core/domain/apply-states.ts'
import {
  provisionalOf as ofRequest,
  supplyProvisional as ofSupply,
  type Timed as RequestTimed,
  timedColumns as requestTimed,
  type Supplied,
} from '../areas/apply/clock.ts'
import { provisionalOf as ofLetter, timedColumns } from '../areas/mail/clock.ts'
import { provisionalOf as ofProposal } from '../areas/proposal/clock.ts'
import { apply } from '../db/tables/apply.ts'
import { mail } from '../db/tables/mail.ts'
import { proposal } from '../db/tables/proposal.ts'
import { suggestion } from '../db/tables/suggestion.ts'
import { type Limited, provisionalOf } from '../workdays/limit.ts'
import { remindersOf } from './in-parts.ts'

/** Letters: for the departments that have them, and for the office while it examines, hands on and checks. */
export const letters = remindersOf<Parameters<typeof ofLetter>[1]>({
  ...{ table: mail as never, noun: '来信' },
  ofDepts: { place: 'mailForum', of: 'mailId', inHand: 2, answers: 'mailForum_save' },
  ofOffice: [
    [0, 'mail_examine'],
    [1, 'mailForum_deptSave'],
    [4, 'mail_settle'],
    // merged into a letter that is over: they are promised an answer of their own
    [8, 'mail_merge', 'leftAt'],
  ],
  timed: timedColumns,
  provisional: ofLetter,
})

/** Proposals: for the units that have them, and for the office that hands them on anew and checks what they answered. */
export const proposals = remindersOf<Parameters<typeof ofProposal>[1]>({
  ...{ table: proposal as never, noun: '提案' },
  ofDepts: { place: 'proposalDept', of: 'proposalId', inHand: 2, answers: 'proposal_answer' },
  ofOffice: [
    [1, 'proposal_forward'],
    [3, 'proposal_deliver'],
  ],
  timed: ['assignedAt', 'extendMonths', 'extendedAt'],
  provisional: ofProposal,
})

/** Requests for disclosure, while their time runs: for the departments that have them, and for the office that hands them on and issues the answer. */
export const requests = remindersOf<RequestTimed>({
  ...{ table: apply as never, noun: '申请' },
  ofDepts: { place: 'applyDept', of: 'applyId', inHand: 2, answers: 'apply_answer' },
  ofOffice: [
    [1, 'apply_forward'],
    [4, 'apply_issue'],
  ],
  timed: requestTimed,
  provisional: ofRequest,
})

/** Requests of which nothing was supplied by the day that was told: they wait for the office, which alone says that they are over. */
export const supplies = remindersOf<Supplied>({
  ...{ table: apply as never, noun: '申请', until: 'suppliesUntil' },
  late: (called, at) => `${called}的补正期限已于 ${at} 届满，申请人没有补正，请办理`,
  ofOffice: [[askedState, 'apply_forward']],
  timed: ['askedAt', 'supplyDays', 'suppliesUntil'],
  provisional: ofSupply,
})

/** Suggestions that have a time: for who may answer those that they see, and for who publishes what is answered. */
export const suggestions = remindersOf<Limited>({
  ...{ table: suggestion as never, noun: '建议', state: 'status' },
  ofOffice: [
    [0, 'suggestion_answer'],
    [4, 'suggestion_publish'],
  ],
  timed: ['createdAt', 'limitDays'],
  provisional: provisionalOf,
})
