import { Button } from 'antd'
import { mail } from '../../../core/contract/mail.ts'
import { mailForum } from '../../../core/contract/mailForum.ts'
import { type MailState, mailFlow, openStates, takesUp } from '../../../core/domain/mail-states.ts'
import { ApiError } from '../../../core/errors.ts'
import { useRights } from '../../app/rights.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { assistingOf } from '../../parts/states/assisting.ts'
import { api, earliest, forum, type Letter, taken, toRead } from './calls.ts'

export type Form = 'supplement' | 'forward' | 'extend' | 'draft' | 'complaint' | 'merge' | 'told'

interface Props {
  readonly row: Letter
  readonly open: Form | null
  readonly show: (form: Form | null) => void
  readonly most: number
  /** The letter into which this one is to go, where it was chosen already. */
  readonly into: string | null
}

/** It waits for a department or the office, and no answer is in. */
const waiting: ReadonlySet<number> = new Set(openStates.filter((state) => state !== 4))

/** What the office does with a letter by a form: hand it on, give it more time, word it for the site. */
export function LetterForms({ row, open, show, most, into: chosen }: Props) {
  const { can } = useRights()
  const state = Number(row.state)
  const confirm = useConfirm()
  const close = () => show(null)
  const reopens = state === 6
  const { id, version } = row
  const drafted = async (input: { id: string }) => {
    const { draft, ...letter } = await api.get(input)
    return { id: letter.id, version: letter.version, ...draft }
  }
  const versioned = async (input: { id: string }) => {
    const letter = await api.get(input)
    return { id: letter.id, version: letter.version }
  }
  const told = async (input: { id: string }) => {
    const letter = await api.get(input)
    return { id: letter.id, version: letter.version, reply: letter.reply }
  }
  /** Who assists now is chosen already: what is sent is all of them. */
  const handed = (letter: Letter) => ({ ...letter, deptIds: assistingOf(letter.depts) })
  async function mergeInto(input: Parameters<typeof api.merge>[0]) {
    const into = await api.get({ id: input.into }).catch((error: unknown) => {
      if (error instanceof ApiError && error.kind === 'refused') return null
      throw error
    })
    // refused at the field, and nothing to ask about
    if (into === null || into.id === row.id || !takesUp(Number(into.state) as MailState)) return api.merge(input)
    const text = `把「${row.title}」并入 ${into.id} 号信「${into.title}」（${shortTime(into.createdAt)}）？${toRead(into)}；两封信都按较早的答复期限办理${earliest([row, into])}${taken(into, row)}；并错了可以取消合并。`
    if (!(await confirm({ text, ok: '并入', danger: true }))) throw new ApiError('local', 'NOT_AGREED', '没有合并')
    const { id: merged, version: now } = await api.merge(input)
    return { id: merged, version: now }
  }
  return (
    <>
      {can('mailForum_deptSave') && [1, 2].includes(state) && (
        <Button {...(state === 1 && { type: 'primary' })} onClick={() => show('forward')}>
          {state === 1 ? '转办' : '改转、加协办'}
        </Button>
      )}
      {can('mail_ask') && state === 3 && (
        <Button type="primary" onClick={() => show('supplement')}>
          登记补充
        </Button>
      )}
      {can('mail_extend') &&
        Number(row.overdue) !== 1 &&
        (waiting.has(state) || row.leftAt !== null) &&
        (row.extendDays === null || row.extensionGone !== null) && (
          <Button onClick={() => show('extend')}>延长期限</Button>
        )}
      {can('mail_publish') && [4, 5].includes(state) && Number(row.openFlag) === 1 && (
        <Button onClick={() => show('draft')}>写公开稿</Button>
      )}
      {can('mail_reopen') && row.complainedAt !== null && row.complaintDoneAt === null && (
        <Button onClick={() => show('complaint')}>处理投诉</Button>
      )}
      {can('mail_merge') && mailFlow.target('merge', state as MailState) !== null && (
        <Button onClick={() => show('merge')}>并入另一封</Button>
      )}
      {open === 'supplement' && (
        <RowDialog
          name="补充"
          title="登记补充"
          area="mail"
          drafts={`mail/${id}/supplement`}
          calls={{ get: versioned, edit: api.supplement }}
          shape={mail.supplement.input.shape}
          fields={['content', 'at']}
          needs={['content']}
          hints={{
            content: '来信人以电话等方式所说的；回到待审核',
            at: row.due === null ? '不填为今天；答复期限自这一天重新起算' : '不填为今天；答复期限照常计算，不重新起算',
          }}
          fresh={{}}
          live={null}
          row={{ id, version }}
          close={close}
        />
      )}
      {open === 'merge' && (
        <RowDialog
          name="合并"
          title="并入另一封"
          ok="并入"
          area="mail"
          drafts={`mail/${id}/merge`}
          calls={{
            get: async (input) => ({ ...(await versioned(input)), ...(chosen !== null && { into: chosen }) }),
            edit: mergeInto,
          }}
          shape={mail.merge.input.shape}
          fields={['into', 'reason']}
          needs={['into']}
          hints={{
            into: '那一封信的编号，见信件列表和它的页面；来信人只看到那一封公开的答复，那一封不能公开的须另行回复；两封信都按较早的答复期限办理',
          }}
          fresh={{}}
          live={null}
          proposed={chosen !== null}
          row={{ id, version, ...(chosen !== null && { into: chosen }) }}
          close={close}
        />
      )}
      {can('mail_merge') && state === 8 && <Button onClick={() => show('told')}>另行回复来信人</Button>}
      {open === 'told' && (
        <RowDialog
          name="给来信人的回复"
          area="mail"
          drafts={`mail/${id}/told`}
          calls={{ get: told, edit: api.tellMerged }}
          shape={mail.tellMerged.input.shape}
          fields={['reply']}
          needs={['reply']}
          hints={{
            reply: '并入的那一封公开后，来信人自会看到它的公开稿；不公开的，请在这里回复，不要写那一封来信人的情况',
          }}
          fresh={{}}
          live={null}
          row={{ id, version, reply: row.reply }}
          close={close}
        />
      )}
      {open === 'complaint' && (
        <RowDialog
          name="投诉的处理"
          title="处理投诉"
          ok="处理完毕"
          area="mail"
          drafts={`mail/${id}/complaint`}
          calls={{ get: versioned, edit: api.settleComplaint }}
          shape={mail.settleComplaint.input.shape}
          fields={['result']}
          needs={['result']}
          hints={{
            result: reopens
              ? '来信人凭查询码看到；要让部门再办，请先「撤下」公开的答复，再用「重新办理」，投诉随之处理'
              : '来信人凭查询码看到；要让部门再办，请用「重新办理」，投诉随之处理',
          }}
          fresh={{}}
          live={null}
          row={{ id, version }}
          close={close}
        />
      )}
      {open === 'forward' && (
        <RowDialog
          name="转办"
          title={state === 1 ? '转办' : '改转、加协办'}
          ok="转办"
          proposed
          area="mail"
          drafts={`mail/${id}/forward`}
          calls={{ get: async (input) => handed(await api.get(input)), edit: forum.deptSave }}
          shape={mailForum.deptSave.input.shape}
          fields={['deptId', 'deptIds', 'remarks']}
          needs={['deptId']}
          hints={{ deptId: '主办部门的答复送交审核', deptIds: '协办部门的意见供主办部门参考' }}
          fresh={{}}
          live={() => '转办后主办和协办部门随即看到这封信，是否保存？'}
          row={handed(row)}
          close={close}
        />
      )}
      {open === 'extend' && (
        <RowDialog
          name="答复期限"
          title="延长期限"
          ok="延长"
          area="mail"
          drafts={`mail/${id}/extend`}
          calls={{ get: versioned, edit: api.extend }}
          shape={mail.extend.input.shape}
          fields={['days', 'reason']}
          needs={['days', 'reason']}
          hints={{ days: `只能延长一次，最多 ${most} 个工作日`, reason: '来信人凭查询码看到延长的天数和理由' }}
          fresh={{}}
          live={null}
          row={{ id, version }}
          close={close}
        />
      )}
      {open === 'draft' && (
        <RowDialog
          name="公开稿"
          title="写公开稿"
          ok="保存公开稿"
          proposed
          wide
          area="mail"
          drafts={`mail/${id}/draft`}
          calls={{ get: drafted, edit: api.draft }}
          shape={mail.draft.input.shape}
          fields={['title', 'content', 'reply']}
          hints={{ content: '已自动隐去找到的个人信息，可能有遗漏，请逐字核对' }}
          fresh={{}}
          live={null}
          row={{ id, version, ...row.draft }}
          close={close}
        />
      )}
    </>
  )
}
