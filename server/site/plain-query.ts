import { outcomeWords } from '../../core/domain/apply-outcomes.ts'
import { applyStates } from '../../core/domain/apply-states.ts'
import { actsOf, type ByCodeName } from '../../core/domain/by-code.ts'
import { mailRatings, mailStates } from '../../core/domain/mail-states.ts'
import { suggestionStates } from '../../core/domain/suggestion-states.ts'

/** What a visitor reads by code and phone, as a page of the server shows it to a browser without scripts. */

/** What stands on such a page beside what was found. */
export interface PlainQuery {
  readonly of: ByCodeName
  readonly code: string
  readonly phone: string
  readonly requestKey: string
  /** What was found, as the call answers it; null: nothing yet. */
  readonly own: Readonly<Record<string, unknown>> | null
  readonly thanks: string
  /** What was refused, by what was to be done; `look`: the question itself. */
  readonly wrong: Readonly<Record<string, string>>
  /** What was typed, by the same. */
  readonly typed: Readonly<Record<string, string>>
}

type Own = NonNullable<PlainQuery['own']>
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const day = (value: unknown) => text(value).slice(0, 10)
const word = (words: object, value: unknown) => (words as Readonly<Record<string, string>>)[String(value)] ?? ''
/** A line for what is there. */
const line = (label: string, value: string) => (value === '' ? [] : [`${label}${value}`])
const due = (own: Own) =>
  line('答复期限：', day(own.due) && `${day(own.due)}${own.dueSays ? `（${text(own.dueSays)}）` : ''}`)
const paragraphs = (value: unknown) =>
  text(value)
    .split(/\n+/)
    .filter((one) => one.trim() !== '')

interface Shown {
  readonly lines: readonly string[]
  readonly reply: readonly string[]
  readonly signed: string
  /** Another answer beside it, and by whom. */
  readonly also?: readonly string[]
  readonly alsoSigned?: string
  readonly files: readonly unknown[]
}

const shownBy: Readonly<Record<ByCodeName, (own: Own) => Shown>> = {
  mail: (own) => ({
    lines: [
      `办理状态：${word(mailStates, own.state)}`,
      ...line('', text(own.says)),
      ...line('您写的内容：', text(own.content)),
      ...line('您补充的内容：', text(own.supplement)),
      ...due(own),
      ...line('', text(own.extension)),
      ...line(own.ratingOfEarlier === 1 ? '您对此前的答复的评价：' : '您的评价：', word(mailRatings, own.rating)),
      ...(own.complaintSays ? [text(own.complaintSays)] : []),
    ],
    reply: paragraphs(own.reply),
    signed: `${text(own.deptName)} ${day(own.repliedAt)}`.trim(),
    also: paragraphs(own.openReply),
    alsoSigned: `${text(own.openDeptName)} ${day(own.openRepliedAt)}`.trim(),
    files: [],
  }),
  apply: (own) => ({
    lines: [
      `登记号：${text(own.no)}`,
      `办理状态：${word(applyStates, own.state)}`,
      ...line('收到申请之日：', day(own.receivedAt)),
      ...due(own),
      ...[own.says, own.extension].flatMap((one) => line('', text(one))),
      ...line('您写的内容：', text(own.content)),
      ...line('您补正的内容：', text(own.supplement)),
    ],
    reply: own.answer
      ? [
          `办理结果：${word(outcomeWords, own.outcome)}`,
          `依据：《中华人民共和国政府信息公开条例》${text(own.article)}`,
          ...paragraphs(own.answer),
          ...line('', text(own.remedy)),
        ]
      : [],
    signed: `${text(own.office)} ${day(own.answeredAt)}`.trim(),
    files: own.answer ? (own.files as readonly unknown[]) : [],
  }),
  suggestion: (own) => ({
    lines: [
      `办理状态：${word(suggestionStates, own.status)}`,
      ...line('', text(own.says)),
      ...line('您写的内容：', text(own.content)),
      ...due(own),
    ],
    reply: paragraphs(own.reply),
    signed: `${text(own.deptName)} ${day(own.repliedAt)}`.trim(),
    files: [],
  }),
}

/** What the template gets. */
function plainQueryView({ own, wrong, typed, ...plain }: PlainQuery): object {
  const acts = Object.entries(actsOf(plain.of)).filter(([, { may }]) => own?.[may] === 1)
  return {
    ...plain,
    wrong: wrong.look ?? '',
    own: own && { title: text(own.title), ...shownBy[plain.of](own) },
    acts: acts.map(([name, { says, button, max, choices, seen }]) => ({
      ...{ name, says, button, max: max ?? null, wrong: wrong[name] ?? '' },
      seen: seen === undefined ? '' : text(own?.[seen]),
      typed: (typed[name] ?? '').replace(/\r\n?|\n/g, '\r\n'),
      choices: Object.entries(choices ?? {}).map(([value, one]) => ({ value, says: one })),
    })),
  }
}

/**
 * A page on which something is asked for by its code: for browsers with scripts its own template, else what the server found.
 * @param own what its template shows beside the way to the form, for scripts
 */
export const queryView = (
  { plain }: { readonly plain?: PlainQuery | undefined },
  words: { readonly template: string; readonly title: string; readonly description: string; readonly write: string },
  writeUrl: string,
  own: Readonly<Record<string, unknown>>,
) => ({
  template: plain ? 'query-plain' : words.template,
  title: words.title,
  description: words.description,
  scope: {
    write: writeUrl,
    ...own,
    ...(plain && { plain: plainQueryView(plain), heading: words.title, writeSays: words.write }),
  },
})
