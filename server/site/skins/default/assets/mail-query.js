// The form of 查询来信: how a letter stands, and what its writer may do with it by code and phone.
const form = document.querySelector('[data-mail-query]')
const found = document.querySelector('.found')
const says = form.querySelector('.says')
const states = form.dataset.states.split('|')
const ratings = form.dataset.ratings.split('|')
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

async function ask(path, more = {}) {
  tell('正在查询……')
  try {
    const reply = await fetch(siteService + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...key(), ...more }),
    })
    const { errorCode, errorMsg, value } = await reply.json()
    if (errorCode !== '0') return tell(errorMsg.replace(/（\w+）/g, ''), true)
    tell('')
    show(value)
  } catch {
    tell(unreachable, true)
  }
}

/** A field with its button, for what may be said once. */
function saying(label, button, path, extra = () => ({})) {
  const box = made('p', '')
  const id = `say-${path.split('/').at(-1)}`
  const input = made('textarea', '', { id, rows: 3, maxLength: 1000 })
  const send = made('button', button, { type: 'button', className: 'button' })
  send.addEventListener('click', () => void ask(path, { content: input.value.trim(), ...extra() }))
  box.append(made('label', label, { htmlFor: id }), input, send)
  return box
}

function show(letter) {
  const lines = [
    made('h2', letter.title),
    made('p', `办理状态：${states[letter.state] ?? ''}`),
    ...(letter.says ? [made('p', letter.says)] : []),
    ...(letter.due ? [made('p', `答复期限：${letter.due.slice(0, 10)}`)] : []),
  ]
  if (letter.reply) {
    lines.push(made('h2', '答复'))
    for (const line of letter.reply.split(/\n+/)) lines.push(made('p', line))
    lines.push(made('p', `${letter.deptName ?? ''} ${(letter.repliedAt ?? '').slice(0, 10)}`, { className: 'signed' }))
  }
  if (letter.maySupplement === 1) lines.push(saying('补充的内容', '提交补充', '/x/mail/supplement'))
  if (letter.mayRate === 1) {
    const box = made('p', '您对答复是否满意？ ')
    for (const [i, words] of ratings.entries()) {
      const press = made('button', words, { type: 'button', className: 'button' })
      press.addEventListener('click', () => void ask('/x/mail/rate', { rating: i + 1 }))
      box.append(press, ' ')
    }
    lines.push(box)
  } else if (letter.rating) lines.push(made('p', `您的评价：${ratings[letter.rating - 1]}`))
  if (letter.mayComplain === 1) lines.push(saying('对办理有意见，可以投诉一次', '提交投诉', '/x/mail/complain'))
  found.replaceChildren(...lines)
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void ask('/web/mail/code')
})
form.hidden = false
