// The form of 我要写信 (visitor-form.js): attachments are sent as they are chosen.
const form = document.querySelector('[data-mail]')
let files

const tell = visitorForm({
  form,
  draftKey: 'site.mail',
  kept: ['type', 'title', 'content', 'name', 'phone', 'openFlag'],
  path: '/web/mail/add',
  body: (values) => ({ ...values, ...(files.all().length > 0 && { files: files.all() }) }),
  thanks({ code }) {
    files.drop()
    return `提交成功。查询码是 ${code}，请记下，凭查询码和手机号查看答复。`
  },
})
files = visitorFiles({ chosen: form.elements.namedItem('files'), path: '/x/mail/upload', tell })
