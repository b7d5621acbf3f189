import { Button, Flex, Form } from 'antd'
import { Link } from 'react-router'
import { mailPhrase } from '../../../core/contract/mailPhrase.ts'
import { repliedStates } from '../../../core/domain/mail-states.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { api } from './calls.ts'

const phrases = callsOf(mailPhrase)
const most = { pageSize: 100, sortField: 'title', sortOrder: 'asc', withTotal: 0 } as const

/** Puts a text where the cursor stands in a field of many lines, as typing it would. */
function insertInto(area: HTMLTextAreaElement, text: string): void {
  const { selectionStart, selectionEnd } = area
  area.focus()
  area.setRangeText(text, selectionStart, selectionEnd, 'end')
  area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}

interface TextField {
  readonly resizableTextArea?: { readonly textArea?: HTMLTextAreaElement }
}

/** What is often said, and what was answered to letters like this one, to be put into the answer where the cursor stands. */
export function Phrases({ id, field }: { readonly id: string; readonly field: string }) {
  const { can } = useRights()
  const form = Form.useFormInstance()
  const own = can('mailPhrase_list')
  const { data: list } = useCall('mailPhrase.list', phrases.list, most, { quiet: true, enabled: own })
  const { data: found = [] } = useCall('mail.like', api.like, { id }, { quiet: true })
  const like = found.filter(({ state }) => repliedStates.includes(Number(state)))
  const often = list?.list ?? []
  const insert = (text: string) => {
    const { resizableTextArea } = (form.getFieldInstance(field) ?? {}) as TextField
    if (resizableTextArea?.textArea) insertInto(resizableTextArea.textArea, text)
  }
  if (!own && like.length === 0) return null
  return (
    <section aria-label="可插入的用语">
      <p className="muted">答复用语，点击即插入到光标处：</p>
      <Flex gap="small" wrap align="center">
        {often.map(({ id: key, title, content }) => (
          <Button key={key} size="small" title={content} onClick={() => insert(content)}>
            {title}
          </Button>
        ))}
        {often.length === 0 && own && <span className="muted">还没有</span>}
        {can('mailPhrase_add') && (
          <Link to="/main/interact/mailPhrase" target="_blank">
            管理答复用语
          </Link>
        )}
      </Flex>
      {like.map(({ id: key, title, reply }) => (
        <details key={key}>
          <summary>相似来信的答复：{title}</summary>
          <p className="written">{reply}</p>
          <Button size="small" onClick={() => insert(reply ?? '')}>
            插入这份答复
          </Button>
        </details>
      ))}
    </section>
  )
}
