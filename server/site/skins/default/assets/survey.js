// The form of a survey (visitor-form.js): its pages, its questions, what was refused at its question, and one answer from each browser.
const form = document.querySelector('[data-survey]')
const { survey: id, edition } = form.dataset
/** On a device that many use, each of them answers. */
const shared = form.dataset.shared !== undefined
const questions = [...form.querySelectorAll('[data-question]')]
const pages = [...form.querySelectorAll('.page')]
const doneName = `site.survey.done.${id}`
const inputs = (one) => [...one.querySelectorAll(`[name=q${one.dataset.question}]`)]
const beside = (one) => one.querySelector(`[name=o${one.dataset.question}]`)
const answerOf = (one) => {
  const questionId = one.dataset.question
  const [first] = inputs(one)
  if (first.type === 'textarea') return { questionId, words: first.value.trim() }
  const chosen = inputs(one).flatMap(({ checked, value }) => (checked ? [Number(value)] : []))
  return { questionId, chosen, words: beside(one)?.value.trim() ?? '' }
}
const answers = () => questions.map(answerOf)

/** What was written before, laid into the form. */
function lay(kept) {
  for (const { questionId, chosen = [], words } of kept.answers ?? []) {
    const one = questions.find(({ dataset }) => dataset.question === questionId)
    if (!one) continue
    for (const input of inputs(one)) {
      if (input.type === 'textarea') input.value = words ?? ''
      else input.checked = chosen.includes(Number(input.value))
    }
    if (beside(one)) beside(one).value = words ?? ''
  }
}

const wrongAt = (one, says) => {
  one.querySelector('[role=alert]').textContent = says
}
let at = 0
function turn(to) {
  at = Math.min(Math.max(to, 0), pages.length - 1)
  for (const [i, page] of pages.entries()) page.hidden = i !== at
  form.querySelector('.turn').hidden = pages.length < 2
  form.querySelector('.turn [role=status]').textContent = `第 ${at + 1} 页，共 ${pages.length} 页`
  form.querySelector('.back').disabled = at === 0
  form.querySelector('.on').disabled = at === pages.length - 1
  form.querySelector('.send').hidden = at < pages.length - 1
}
form.querySelector('.back').addEventListener('click', () => turn(at - 1))
/** What is wrong with an answer, as the server would say it; '': nothing. */
function faultOf(one) {
  const { required, least, most, other } = one.dataset
  const { chosen, words } = answerOf(one)
  if (!(chosen ?? words).length) return required === '1' ? '请作答' : ''
  if (!chosen) return ''
  if (least && chosen.length < Number(least)) return `请至少选 ${least} 项`
  if (most && chosen.length > Number(most)) return `最多选 ${most} 项`
  return chosen.includes(Number(other)) && !words ? '选了「其他」，请写明' : ''
}
/** Says at each of some questions what is wrong, and turns to the first; answers whether anything is. */
function tellFaults(some) {
  const wrong = some.filter((one) => {
    const says = faultOf(one)
    wrongAt(one, says)
    return says
  })
  if (wrong.length > 0) lead(wrong[0])
  return wrong.length > 0
}
function lead(one) {
  turn(pages.findIndex((page) => page.contains(one)))
  one.querySelector('input, textarea').focus()
}
form.querySelector('.on').addEventListener('click', () => {
  if (!tellFaults(questions.filter((one) => pages[at].contains(one)))) turn(at + 1)
})
for (const one of questions)
  one.addEventListener('input', (event) => {
    wrongAt(one, '')
    // who writes beside 其他 means it
    if (event.target === beside(one) && event.target.value) inputs(one).at(-1).checked = true
  })

visitorForm({
  form,
  draftKey: `site.survey.${id}`,
  fields: [],
  draft: { read: () => ({ answers: answers() }), lay },
  path: '/web/survey/save',
  ready: () => (tellFaults(questions) ? '请按标出的提示修改' : ''),
  body: ({ answers: given }) => ({ id, edition, visitorKey: visitorKey(), answers: given }),
  ...(shared && { another: '再填一份' }),
  thanks() {
    try {
      if (!shared) localStorage.setItem(doneName, '1')
    } catch {} // nothing is kept here
    turn(0)
    return ['提交成功，感谢您的参与。', '', '']
  },
  refused(value) {
    const rows = value?.rows ?? []
    for (const { row, says } of rows) wrongAt(questions[row - 1], says)
    const first = questions[rows[0]?.row - 1]
    if (!first) return false
    lead(first)
    return true
  },
})
try {
  if (!shared && localStorage.getItem(doneName)) {
    const told = Object.assign(document.createElement('p'), {
      className: 'sent',
      textContent: '这台设备已经提交过这份问卷。',
    })
    told.setAttribute('role', 'status')
    form.before(told)
    form.hidden = true
  }
} catch {} // nothing is kept here
turn(0)
