// The form of 我要写信 (visitor-form.js): attachments are sent as they are chosen.
const form = document.querySelector('[data-mail]')
const chosen = form.elements.namedItem('files')
let files = []

const tell = visitorForm({
  form,
  draftKey: 'site.mail',
  kept: ['type', 'title', 'content', 'name', 'phone', 'openFlag'],
  path: '/web/mail/add',
  body: (values) => ({ ...values, ...(files.length > 0 && { files }) }),
  thanks({ code }) {
    files = []
    return `提交成功。查询码是 ${code}，请记下，凭查询码和手机号查看答复。`
  },
})

/** Sends the chosen files, each by itself; one that is refused is told, and none is attached. */
async function attach() {
  files = []
  for (const one of chosen.files) {
    const body = new FormData()
    body.append('file', one)
    const reply = await fetch('/x/mail/upload', { method: 'POST', body })
    const { errorCode, errorMsg, value } = await reply.json()
    if (errorCode !== '0') throw new Error(readable(errorMsg))
    files.push({ id: value.id, pass: value.pass })
  }
}
chosen.addEventListener('change', () => {
  tell('正在上传附件……')
  attach().then(
    () => tell(files.length > 0 ? `已上传 ${files.length} 个附件` : ''),
    (error) => {
      files = []
      chosen.value = ''
      tell(error instanceof TypeError ? unreachable : error.message, true)
    },
  )
})
