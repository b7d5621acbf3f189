import { masked } from '../../core/domain/personal.ts'
import type { ThemeArea } from '../../core/domain/theme-names.ts'
import { themeTables } from '../db/tables/theme.ts'
import { plainCode } from '../letters/code.ts'
import type { AnyDb } from '../rows/list.ts'
import { sealed } from '../rows/personal.ts'
import { type DemoPlace, day } from './place.ts'

/** A topic of the demo county: who has it, how far it is, and what was answered. */
export interface DemoTopic {
  readonly title: string
  readonly content: string
  readonly name: string
  readonly kind?: 0 | 2 | 3
  readonly state: 0 | 1 | 2 | 3
  readonly shown?: 0 | 1 | 2
  readonly recommend?: 1
  readonly closed?: true
  readonly days: number
  readonly dept?: keyof typeof answering
  readonly reason?: string
  /** What its department replied, and whether that has passed. */
  readonly reply?: readonly [content: string, state: 1 | 2 | 3]
}

/** Who of a department replies. */
const answering = { proposal: 'tian', culture: 'wenshi', office: 'bangongshi' } as const
const desk = 'fushen'
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const marks = { theme: 'T', llTheme: 'L', xaxTheme: 'X' } as const

/** Writes the topics of a group with their replies and the steps of both. */
export async function addTopics(area: ThemeArea, topics: readonly DemoTopic[], place: DemoPlace): Promise<void> {
  const { trx, parts, now } = place
  const db = trx as unknown as AnyDb
  const { topics: table, replies } = themeTables[area]
  const people = await trx.selectFrom('user').select(['id', 'name']).execute()
  const hand = (account: string) => {
    const byId = place.users.get(account) as number
    return { byId, byName: people.find(({ id }) => id === byId)?.name ?? account }
  }
  for (const [i, topic] of topics.entries()) {
    const { title, content, name, kind = 0, state, shown = 0, recommend = 0, days, reason = null } = topic
    const created = now - Math.round(days * day)
    const at = (after: number) => created + Math.round(after * day)
    const deptId = topic.dept ? (place.depts.get(topic.dept) as number) : null
    const phone = `19900000${'234'[Object.keys(marks).indexOf(area)]}${String(i).padStart(2, '0')}`
    const code = `QSXZ-${marks[area]}PC${letters[i]}-2345`
    const passed = topic.reply?.[1] === 1
    const judged = state === 1 || state === 2
    const steps = [
      { act: '提出', status: 3, byId: null, byName: '访问者', at: created },
      ...(judged
        ? [{ act: state === 1 ? '审核通过' : '驳回', status: state, reason, ...hand(desk), at: at(0.2) }]
        : []),
      ...(deptId === null
        ? []
        : [{ act: '转交', status: state, after: JSON.stringify({ deptId }), ...hand(desk), at: at(0.3) }]),
      ...(shown === 0 ? [] : [{ act: '显示', status: state, ...hand(desk), at: at(0.4) }]),
      ...(shown === 2 ? [{ act: '隐藏', status: state, ...hand(desk), at: at(0.6) }] : []),
    ]
    const { id } = (await db
      .insertInto(area)
      .values({
        ...{ title, content, kind, type: 0, state, shown, recommend, reason, deptId, openFlag: topic.closed ? 0 : 1 },
        ...sealed(parts.secret, table, { name, phone, code }),
        ...{ codeHash: parts.secret.lookup(plainCode(code)), shownName: masked('name', name), replies: passed ? 1 : 0 },
        ...{ auditedAt: judged ? at(0.2) : null, shownAt: shown === 0 ? null : at(0.4) },
        ...(shown !== 0 && { openTitle: title, openContent: content }),
        ...(shown === 1 && { openNo: i + 1 }),
        ...{ answeredAt: passed ? at(3) : null, createdAt: created, updatedAt: created, version: steps.length },
      })
      .returning('id')
      .executeTakeFirstOrThrow()) as { id: number }
    if (topic.reply) {
      const { byId } = hand(answering[topic.dept ?? 'office'])
      await db
        .insertInto(replies.name)
        .values({
          ...{ themeId: id, type: 1, content: topic.reply[0], state: topic.reply[1], deptId, createdBy: byId },
          ...{ auditedBy: passed ? hand(desk).byId : null, auditedAt: passed ? at(3) : null },
          ...{ createdAt: at(2), updatedAt: at(3), version: 1, openContent: passed ? topic.reply[0] : null },
        })
        .execute()
    }
    await trx
      .insertInto('history')
      .values(steps.map((step, n) => ({ kind: area, rowId: Number(id), no: n + 1, ...step })))
      .execute()
  }
}
