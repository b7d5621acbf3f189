import { mail } from '../../core/contract/mail.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import type { Verb } from '../verb.ts'
import { spamByFilter } from './mail-spam.ts'
import { overdueVerb, shownBy } from './overdue.ts'
import { explainedBy } from './workday-count.ts'

const own = explainedBy('mail', { noun: '信件', unit: 'working', verbs: (await areaVerbs('mail')).verbs })
const forum = (await areaVerbs('mailForum')).verbs

/** What departments do with letters is an area of its own on the wire; who types thinks of the letter. */
const ofForum = new Set(['forward', 'answer', 'return', 'by-dept'])
const handed = forum
  .filter(({ name }) => ofForum.has(name))
  .map(
    (one): Verb => ({
      ...one,
      examples: (one.examples ?? []).map((line) => line.replaceAll('xzx mail-forum ', 'xzx mail ')),
    }),
  )

/** What the contract says of letters, what departments do with them, and what is late. */
export const verbs = [
  ...own.map((one) => (one.name === 'spam' ? spamByFilter(one) : one)),
  ...shownBy(own),
  ...handed,
  overdueVerb({
    ...{ command: 'mail', list: mail.list, counted: '封信件' },
    why: '答复期限已过，还没有答复或办结',
  }),
]
