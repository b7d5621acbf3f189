// The form of 查询申请: how a request stands, and what its applicant may do with it by code and phone.
const form = document.querySelector('[data-apply-query]')
const found = document.querySelector('.found')
const says = form.querySelector('.says')
const { states, outcomes } = JSON.parse(form.dataset.words)
const unreachable = '连不上服务器，请稍后再试'

const tell = (text, bad = false) => {
  says.textContent = text
  says.classList.toggle('bad', bad)
}
const key = () => ({
  code: form.elements.namedItem('code').value.trim(),
  phone: form.elements.namedItem('phone').value.trim(),
})
const made = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more })
const day = (time) => (time ?? '').slice(0, 10)
const post = (path, more) =>
  fetch(siteService + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...key(), ...more }),
  })

async function ask(path, more = {}) {
  tell('正在查询……')
  try {
    const { errorCode, errorMsg, value } = await (await post(path, more)).json()
    if (errorCode !== '0') return tell(errorMsg.replace(/（\w+）/g, ''), true)
    tell('')
    show(value)
  } catch {
    tell(unreachable, true)
  }
}

/** Saves a file of the answer; it is fetched by code and phone, and has no address. */
async function save({ id, name }) {
  tell('正在下载……')
  try {
    const reply = await post('/x/apply/file', { fileId: id })
    if ((reply.headers.get('content-type') ?? '').includes('json'))
      return tell((await reply.json()).errorMsg.replace(/（\w+）/g, ''), true)
    const link = made('a', '', { href: URL.createObjectURL(await reply.blob()), download: name })
    link.click()
    URL.revokeObjectURL(link.href)
    tell('')
  } catch {
    tell(unreachable, true)
  }
}

function supplying() {
  const box = made('p', '')
  const input = made('textarea', '', { id: 'supplement', rows: 4, maxLength: 3000 })
  const send = made('button', '提交补正', { type: 'button', className: 'button' })
  send.addEventListener('click', () => void ask('/x/apply/webSupplement', { content: input.value.trim() }))
  box.append(made('label', '补正的内容', { htmlFor: 'supplement' }), input, send)
  return box
}

function show(request) {
  const lines = [
    made('h2', request.title),
    made('p', `登记号：${request.no}`),
    made('p', `办理状态：${states[request.state] ?? ''}`),
    ...(request.receivedAt ? [made('p', `收到申请之日：${day(request.receivedAt)}`)] : []),
    ...(request.due ? [made('p', `答复期限：${day(request.due)}`)] : []),
    ...[request.says, request.extension].filter(Boolean).map((text) => made('p', text)),
  ]
  if (request.answer) {
    lines.push(made('h2', '答复'), made('p', `办理结果：${outcomes[request.outcome] ?? ''}`))
    lines.push(made('p', `依据：《中华人民共和国政府信息公开条例》${request.article}`))
    for (const line of request.answer.split(/\n+/)) lines.push(made('p', line))
    for (const one of request.files) {
      const button = made('button', `下载 ${one.name}`, { type: 'button', className: 'button' })
      button.addEventListener('click', () => void save(one))
      lines.push(button)
    }
    lines.push(made('p', day(request.answeredAt), { className: 'signed' }))
  }
  if (request.maySupplement === 1) lines.push(supplying())
  found.replaceChildren(...lines)
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void ask('/x/apply/code')
})
form.hidden = false
