// The form of a request for disclosure (visitor-form.js): what a person fills in, and what a legal person does.
const form = document.querySelector('[data-apply]')
const chosen = (name) => form.elements.namedItem(name)
let files

/** Fields that belong to who asks, or to how they want to be answered. */
const belongs = {
  idNumber: () => chosen('applicant').value === '0',
  orgCode: () => chosen('applicant').value !== '0',
  contact: () => chosen('applicant').value !== '0',
}
/** Fields that must be filled in then. */
const needed = { ...belongs, address: () => chosen('way').value === '0', email: () => chosen('way').value === '1' }

function arrange() {
  for (const [name, fits] of Object.entries(belongs)) chosen(name).closest('p').hidden = !fits()
  for (const [name, fits] of Object.entries(needed)) {
    chosen(name).required = fits()
    const mark = chosen(name).closest('p').querySelector('b')
    if (mark) mark.hidden = !fits()
  }
}

const kept = [
  'applicant',
  'name',
  'idNumber',
  'orgCode',
  'contact',
  'phone',
  'address',
  'email',
  'title',
  'content',
  'form',
  'way',
]
const tell = visitorForm({
  form,
  draftKey: 'site.apply',
  kept,
  path: '/web/apply/save',
  body: (values) => ({ ...values, ...(files.all().length > 0 && { files: files.all() }) }),
  thanks({ code }) {
    files.drop()
    queueMicrotask(arrange)
    return `提交成功。查询码是 ${code}，请记下，凭查询码和手机号查看办理情况和答复。`
  },
})
files = visitorFiles({ chosen: chosen('files'), path: '/x/apply/upload', tell })
form.addEventListener('change', arrange)
arrange()
