/**
 * How a request for disclosure may end: the kinds of the yearly report's third table (国办公开办函〔2021〕30号), each with the article of the
 * 政府信息公开条例 (国务院令第711号) on which it rests and what the applicant is told.
 */

export const outcomeGroups = {
  1: '予以公开',
  2: '部分公开',
  3: '不予公开',
  4: '无法提供',
  5: '不予处理',
  6: '其他处理',
} as const
export type OutcomeGroup = keyof typeof outcomeGroups

interface Outcome {
  readonly group: OutcomeGroup
  /** The row of the report's table. */
  readonly says: string
  readonly article: string
  /** What the answer says to the applicant. */
  readonly tells: string
}

const open = '您申请公开的信息予以公开，本机关按您要求的方式提供。'

/** The kinds of outcome, by their number: the first digit is the group. */
export const applyOutcomes = {
  10: { group: 1, says: '予以公开', article: '第三十六条第（一）、（二）项', tells: open },
  20: {
    ...{ group: 2, says: '部分公开（区分处理）', article: '第三十七条' },
    tells: '您申请公开的信息中有不应当公开的内容，能够区分处理，现公开其余部分，并说明不公开部分的理由。',
  },
  31: {
    ...{ group: 3, says: '属于国家秘密', article: '第十四条' },
    tells: '您申请公开的信息依法确定为国家秘密，不予公开。',
  },
  32: {
    ...{ group: 3, says: '其他法律行政法规禁止公开', article: '第十四条' },
    tells: '您申请公开的信息由法律、行政法规禁止公开，不予公开。',
  },
  33: {
    ...{ group: 3, says: '危及“三安全一稳定”', article: '第十四条' },
    tells: '您申请公开的信息公开后可能危及国家安全、公共安全、经济安全、社会稳定，不予公开。',
  },
  34: {
    ...{ group: 3, says: '保护第三方合法权益', article: '第十五条、第三十二条' },
    tells: '您申请公开的信息公开后会损害第三方合法权益，第三方不同意公开，不予公开。',
  },
  35: {
    ...{ group: 3, says: '属于三类内部事务信息', article: '第十六条第一款' },
    tells: '您申请公开的信息是本机关人事管理、后勤管理、内部工作流程方面的内部事务信息，不予公开。',
  },
  36: {
    ...{ group: 3, says: '属于四类过程性信息', article: '第十六条第二款' },
    tells: '您申请公开的信息是讨论记录、过程稿、磋商信函、请示报告一类的过程性信息，不予公开。',
  },
  37: {
    ...{ group: 3, says: '属于行政执法案卷', article: '第十六条第二款' },
    tells: '您申请公开的信息是行政执法案卷信息，不予公开。',
  },
  38: {
    ...{ group: 3, says: '属于行政查询事项', article: '第三十六条第（七）项' },
    tells: '您申请公开的信息，有关法律、行政法规对它的获取有特别规定，请依照那些规定办理查询。',
  },
  41: {
    ...{ group: 4, says: '本机关不掌握相关政府信息', article: '第三十六条第（四）、（五）项' },
    tells: '经检索，本机关不掌握您申请公开的信息，无法提供。',
  },
  42: {
    ...{ group: 4, says: '没有现成信息需要另行制作', article: '第三十八条' },
    tells: '您申请公开的信息需要本机关对现有信息进行加工、分析，没有现成信息，无法提供。',
  },
  43: {
    ...{ group: 4, says: '补正后申请内容仍不明确', article: '第三十条' },
    tells: '您的申请经补正后内容仍不明确，无法提供。',
  },
  51: {
    ...{ group: 5, says: '信访举报投诉类申请', article: '第三十九条第一款' },
    tells: '您以政府信息公开申请的形式进行信访、投诉、举报等活动，不作为政府信息公开申请处理，请通过相应渠道提出。',
  },
  52: {
    ...{ group: 5, says: '重复申请', article: '第三十六条第（六）项' },
    tells: '本机关已就您提出的同一申请作出答复，不予重复处理。',
  },
  53: {
    ...{ group: 5, says: '要求提供公开出版物', article: '第三十九条第二款' },
    tells: '您申请提供的是政府公报、报刊、书籍等公开出版物，请按获取的途径查阅。',
  },
  54: {
    ...{ group: 5, says: '无正当理由大量反复申请', article: '第三十五条' },
    tells: '您申请公开政府信息的数量、频次明显超过合理范围，说明的理由不合理，不予处理。',
  },
  55: {
    ...{ group: 5, says: '要求行政机关确认或重新出具已获取信息', article: '第二条' },
    tells: '您要求本机关确认或者重新出具已经获取的信息，不属于政府信息公开申请，不予处理。',
  },
  61: {
    ...{ group: 6, says: '申请人无正当理由逾期不补正、行政机关不再处理其政府信息公开申请', article: '第三十条' },
    tells: '您逾期没有补正，也没有说明正当理由，视为放弃申请，本机关不再处理。',
  },
  62: {
    ...{
      group: 6,
      says: '申请人逾期未按收费通知要求缴纳费用、行政机关不再处理其政府信息公开申请',
      article: '第四十二条',
    },
    tells: '您逾期没有按收费通知缴纳费用，视为放弃申请，本机关不再处理。',
  },
  63: { group: 6, says: '其他', article: '第三十六条', tells: '您的申请办理如下。' },
} as const satisfies Readonly<Record<number, Outcome>>
export type ApplyOutcome = keyof typeof applyOutcomes

export const outcomeOf = (value: number): Outcome | null =>
  (applyOutcomes as Readonly<Record<number, Outcome>>)[value] ?? null

/** Each kind as it is chosen and shown: 「不予公开：属于国家秘密」. */
export const outcomeWords = Object.fromEntries(
  Object.entries(applyOutcomes).map(([value, { group, says }]) => [
    value,
    says.startsWith(outcomeGroups[group]) ? says : `${outcomeGroups[group]}：${says}`,
  ]),
) as Readonly<Record<ApplyOutcome, string>>

/** That nobody supplied what was asked for. */
export const lapsedOutcome: ApplyOutcome = 61

/** Who asks: the columns of the report's table. */
export const applicants = {
  0: '自然人',
  1: '商业企业',
  2: '科研机构',
  3: '社会公益组织',
  4: '法律服务机构',
  5: '其他法人或组织',
} as const
export type Applicant = keyof typeof applicants
export const isPerson = (applicant: unknown): boolean => Number(applicant) === 0

/** A row of the report's table. */
export interface ReportLine {
  readonly line: string
  readonly says: string
  readonly group: string | null
}

const outcomeLines: readonly ReportLine[] = Object.entries(applyOutcomes).map(([line, { group, says }]) => ({
  ...{ line, says },
  group: outcomeGroups[group],
}))

/** The report's table in its order: what came in and over, how it ended, and what goes on. */
export const reportLines: readonly ReportLine[] = [
  { line: 'new', says: '本年新收政府信息公开申请数量', group: null },
  { line: 'over', says: '上年结转政府信息公开申请数量', group: null },
  ...outcomeLines,
  { line: 'done', says: '本年度办理结果总计', group: null },
  { line: 'next', says: '结转下年度继续办理', group: null },
]
export const reportLineWords = Object.fromEntries(
  reportLines.map(({ line, says, group }) => [line, group && group !== says ? `${group}：${says}` : says]),
) as Readonly<Record<string, string>>
