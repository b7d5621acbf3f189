import { z } from 'zod'
import { type ApplyForm, formFaults } from '../../domain/apply-form.ts'
import { applicants, outcomeWords, reportLineWords } from '../../domain/apply-outcomes.ts'
import {
  applyFlow,
  applyLapsed,
  applyLead,
  applyMedia,
  applyOverdue,
  applyStates,
  applyWays,
  channelWords,
  placeStates,
} from '../../domain/apply-states.ts'
import { yesNo } from '../../domain/enums.ts'
import { everyKind, type FileKind } from '../../domain/files.ts'
import { type Attachable, attachmentRow, files, filesOf } from '../files.ts'
import { stateFilter } from '../moves.ts'
import {
  anyPhone,
  choice,
  chosen,
  count,
  filter,
  idOf,
  idText,
  int,
  masked,
  nameOf,
  oneLine,
  phone,
  row,
  sampled,
  text,
  time,
  when,
  words,
} from '../shared.ts'

/** What strangers may attach: nothing in which a program can lie. */
const kinds: readonly FileKind[] = ['pdf', 'word', 'picture']
export const applyFilesMost = 5
export const applyFile: Attachable = {
  ...{
    to: 'apply',
    kinds,
    maxMb: 10,
    most: applyFilesMost,
    seen: 'apply_list',
    written: ['apply_add'],
    citizens: true,
  },
}
export const applyFiles = files('附件', applyFile)
/** What is handed over with an answer. */
export const replyFile: Attachable = {
  ...{
    to: 'applyDept',
    kinds: everyKind,
    maxMb: 50,
    most: 20,
    seen: 'apply_list',
    written: ['apply_answer'],
    citizens: true,
  },
}
export const replyFiles = files('答复附件', replyFile)

/** The legal form (政府信息公开条例第二十九条): who asks, for what, and how they want to have it. */
export const applyFields = {
  applicant: choice('申请人类型', applicants),
  name: sampled(oneLine('姓名或名称', 100), '周小雨'),
  idNumber: text('身份证号', 20)
    .meta({ title: '身份证号', maxLength: 20, sample: '110101199003070134', personal: true })
    .optional(),
  orgCode: text('统一社会信用代码', 20).optional(),
  contact: oneLine('联系人', 30, 0).optional(),
  phone: phone(),
  address: sampled(oneLine('通讯地址', 200, 0), '青石县东街12号').optional(),
  email: oneLine('电子邮箱', 100, 0).optional(),
  title: sampled(oneLine('所需信息的名称', 100), '县城东街改造项目的预算'),
  content: sampled(text('所需信息的特征描述', 3000, 1).trim(), '东街改造项目的预算批复，文号不详'),
  medium: choice('提供形式', applyMedia),
  way: choice('获取方式', applyWays),
}

/** By these it is told what the others must be. */
const judgedBy = ['applicant', 'way']

/**
 * A form whose fields fit one another: it is judged before a captcha is used up, and together with what is wrong of each field alone. What is told
 * lies within the field, which may be missing for who asks otherwise.
 */
export const fitting = <S extends z.ZodRawShape>(shape: S) =>
  z.object(shape).check(
    z.core._check<z.output<z.ZodObject<S>>>(
      ({ value, issues }) => {
        const form = value as unknown as ApplyForm
        const wrong = new Set(issues.map(({ path }) => path?.[0]))
        if (judgedBy.some((field) => wrong.has(field))) return
        for (const { field, says } of formFaults(form))
          if (!wrong.has(field))
            issues.push({ code: 'custom', path: [field, 0], message: says, input: form[field], continue: true })
      },
      { when: ({ value }) => typeof value === 'object' && value !== null },
    ),
  )

const brief = {
  id: idText(),
  title: words('所需信息'),
  applicant: chosen('申请人类型', applicants),
  name: masked('申请人', 'name'),
  phone: masked('手机号', 'phone'),
  channel: chosen('提交渠道', channelWords),
  state: chosen('办理状态', applyStates),
  reason: words('理由'),
  deptId: words('主办部门编号'),
  deptName: nameOf('deptId', '主办部门'),
  due: when('答复期限'),
  provisional: words('期限说明'),
  overdue: chosen('是否超期', applyOverdue),
  suppliesUntil: when('补正期限'),
  outcome: chosen('办理结果', outcomeWords),
  no: words('登记号'),
  createdAt: when('提交时间'),
  receivedAt: when('收到申请之日'),
  answeredAt: when('答复时间'),
  deliveredAt: when('送达时间'),
  remindedAt: when('催办时间'),
  publishedAt: when('公开时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
/** A request as lists show it. */
export const applyBrief = row(brief)
/** A request with its texts: what its history tells of. */
export const applyRow = row({
  ...brief,
  idNumber: masked('身份证号', 'idNumber'),
  orgCode: words('统一社会信用代码'),
  contact: masked('联系人', 'name'),
  address: masked('通讯地址', 'address'),
  email: masked('电子邮箱', 'email'),
  medium: chosen('提供形式', applyMedia),
  way: chosen('获取方式', applyWays),
  restartAt: when('补正收到之日'),
  againAt: when('决定重新答复之日'),
  extendDays: count('延长', '个工作日'),
  extendedAt: when('延长批准日期'),
  extendReason: words('延长理由'),
  askedAt: when('告知补正日期'),
  clarify: words('须补正的内容'),
  supplement: words('补正的内容'),
  thirdParty: words('征求意见的第三方'),
  thirdAt: when('征求第三方意见日期'),
  thirdBackAt: when('第三方答复日期'),
  thirdOpinion: words('第三方意见'),
  deliverWay: chosen('送达方式', applyWays),
  deliverNote: words('送达情况'),
  openTitle: words('公开稿标题'),
  content: words('特征描述'),
  answer: words('答复内容'),
  openAnswer: words('公开稿答复'),
})
export const applyBinned = row({
  ...brief,
  deletedAt: when('删除时间'),
  deletedByName: nameOf('deletedBy', '删除人'),
})

/** What a department says of a request. */
export const applyPlace = row({
  id: idText(),
  applyId: idText('申请编号'),
  deptId: idText('部门编号'),
  deptName: nameOf('deptId', '部门'),
  lead: chosen('主办或协办', applyLead),
  state: chosen('办理情况', placeStates),
  remarks: words('交办意见'),
  outcome: chosen('拟定的办理结果', outcomeWords),
  createdAt: when('交办时间'),
  updatedBy: words('办理人编号'),
  updatedByName: nameOf('updatedBy', '办理人'),
  updatedAt: when('更新时间'),
  version: count('版本'),
  content: words('答复内容'),
  files: filesOf('答复附件', 'applyDept'),
})

/** A request as its page shows it. */
export const applyWhole = row({
  ...applyRow.shape,
  starts: words('起算'),
  article: words('依据'),
  clarifyUntil: words('告知补正的期限'),
  mayClarify: chosen('可以告知补正', yesNo),
  thirdUntil: words('第三方答复期限'),
  files: filesOf('申请附件', 'apply'),
  earlierFiles: z.array(attachmentRow).meta({ title: '此前答复的附件' }),
  depts: z.array(applyPlace).meta({ title: '办理部门' }),
  draft: row({ title: words('标题'), answer: words('答复') }).meta({ title: '公开稿（自动隐去个人信息）' }),
})

/** The words of a search; the page follows. `year` and `line` are the number of a row of the yearly report. */
export const applySearch = {
  title: filter(text('所需信息', 100)),
  content: filter(text('特征描述', 100)),
  phone: filter(anyPhone('手机号')),
  applicant: filter(choice('申请人类型', applicants)),
  channel: filter(choice('提交渠道', channelWords)),
  state: stateFilter(applyFlow),
  overdue: filter(choice('是否超期', applyOverdue)),
  lapsed: filter(choice('补正', applyLapsed)),
  dueStart: filter(time('期限起')),
  dueEnd: filter(time('期限止', 'end')),
  outcome: filter(choice('办理结果', outcomeWords)),
  deptId: filter(idOf('dept', '主办部门')),
  startTime: filter(time('提交时间起')),
  endTime: filter(time('提交时间止', 'end')),
  year: filter(int('报告年度', 2008, 2100)),
  line: filter(choice('报告项目', reportLineWords)),
}

/** The settings of the area, as `/apply/system` reads and saves them. */
export const applySettings = {
  open: choice('网上受理', yesNo),
  office: sampled(oneLine('受理机构', 100), '县政协办公室'),
  address: oneLine('受理地址', 200, 0),
  phone: oneLine('受理电话', 60, 0),
  email: oneLine('受理邮箱', 100, 0),
  hours: oneLine('受理时间', 100, 0),
  notes: text('申请须知', 1000).trim(),
}

/** A line of the prescribed table of the yearly report. */
export const reportLine = row({
  ...{ line: z.string().meta({ title: '项目代码' }), group: words('类别'), says: words('项目') },
  a0: count(applicants[0]),
  a1: count(applicants[1]),
  a2: count(applicants[2]),
  a3: count(applicants[3]),
  a4: count(applicants[4]),
  a5: count(applicants[5]),
  total: count('总计'),
})
