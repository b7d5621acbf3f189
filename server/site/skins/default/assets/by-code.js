// What the pages have alike by which visitors read again what they sent: asked for by code and phone, what is typed is kept until it has come through, and each refusal stands where it is about.
const offline = '连不上服务器，您写的内容仍在这里，请稍后再试'
const part = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more })
const plainWords = (text) => text.replace(/（\w+）/g, '')
/** What is kept in this tab alone; where nothing can be kept, it is as if nothing had been. */
const tabKept = {
  get(place) {
    try {
      return sessionStorage.getItem(place) ?? ''
    } catch {
      return ''
    }
  },
  set(place, text) {
    try {
      if (text) sessionStorage.setItem(place, text)
      else sessionStorage.removeItem(place)
    } catch {} // nothing is kept here
  },
}

/**
 * Makes the form work that asks for what a visitor sent. @param path of the call that answers it @param lines what is shown of it, with `saying` for what may
 * be said once and `press` for what is done by a button
 */
globalThis.byCode = ({ form, path, lines }) => {
  const found = document.querySelector('.found')
  const says = form.querySelector('.says')
  const field = (name) => form.elements.namedItem(name)
  const tell = (text, bad = false, at = says) => {
    at.textContent = text
    at.classList.toggle('bad', bad)
  }
  /** By what the one that is shown was asked for: what stands in the fields may be another's meanwhile. */
  let key = null
  /** What was pressed and is not confirmed yet. */
  let waiting = null
  const post = (to, more = {}) =>
    fetch(siteService + to, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...key, ...more }),
    })
  const show = (value, thanks = '') => {
    const told = thanks ? [part('p', thanks, { className: 'thanks', tabIndex: -1 })] : []
    found.replaceChildren(...told, ...lines(value, { saying, press, post, tell }))
    told[0]?.focus()
  }
  /** Has something done with the one that is shown; a refusal is told at `at`. @returns whether it was */
  async function act(to, more, thanks, at) {
    tell('正在提交……', false, at)
    try {
      const { errorCode, errorMsg, value } = await (await post(to, more)).json()
      if (errorCode !== '0') {
        tell(plainWords(errorMsg).replace(/^[^：；]{1,20}：/, ''), true, at)
        return false
      }
      show(value, thanks)
      return true
    } catch {
      tell(offline, true, at)
      return false
    }
  }

  /** Asks at a place whether something is to be sent, beside what is pressed for it; answers the button for yes. */
  function ask(at, asks, yes, no) {
    tell(asks, false, at)
    const sure = part('button', '确定提交', { type: 'button', className: 'button' })
    const not = part('button', '取消', { type: 'button', className: 'button' })
    sure.addEventListener('click', yes)
    not.addEventListener('click', () => {
      tell('', false, at)
      no()
    })
    at.append(' ', sure, ' ', not)
    return sure
  }

  /** A field with its button, for what may be said once, when it is confirmed; what is typed there is kept with its code. */
  function saying({ says, button, path: to, max: maxLength, asks, thanks }) {
    const name = to.split('/').at(-1)
    // a code is the same however it is typed
    const place = `site.say.${name}.${key.code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`
    const box = part('p', '', { className: 'saying' })
    const told = part('span', '', { id: `${name}-says`, className: 'field-says' })
    told.setAttribute('role', 'status')
    const input = part('textarea', '', { id: `say-${name}`, rows: 4, maxLength, value: tabKept.get(place) })
    input.setAttribute('aria-describedby', told.id)
    const wrong = (is) => {
      if (is) input.setAttribute('aria-invalid', 'true')
      else input.removeAttribute('aria-invalid')
    }
    input.addEventListener('input', () => {
      tabKept.set(place, input.value)
      tell('', false, told)
      wrong(false)
    })
    const send = part('button', button, { type: 'button', className: 'button' })
    const refused = () => {
      wrong(true)
      input.focus()
    }
    async function sent(content) {
      send.disabled = true
      if (await act(to, { content }, thanks, told)) return tabKept.set(place, '')
      send.disabled = false
      refused()
    }
    send.addEventListener('click', () => {
      const content = input.value.trim()
      if (content)
        return ask(
          told,
          asks,
          () => void sent(content),
          () => send.focus(),
        ).focus()
      tell('请填写', true, told)
      refused()
    })
    box.append(part('label', says, { htmlFor: input.id }), input, told, send)
    return box
  }

  /** A button that does something once it is confirmed beside it; a refusal is told there too. What waits to be confirmed does so still once something else has come through. */
  function press({ button, to, more, thanks, at, asks }) {
    const one = part('button', button, { type: 'button', className: 'button' })
    const own = `${to} ${JSON.stringify(more)}`
    function begin() {
      waiting = own
      const settled = (next) => () => {
        waiting = null
        next()
      }
      return ask(
        at,
        asks,
        settled(() => void act(to, more, thanks, at)),
        settled(() => one.focus()),
      )
    }
    one.addEventListener('click', () => begin().focus())
    if (waiting === own) begin()
    return one
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    // the former one, which may be somebody else's, is not shown below what is said of this one
    found.replaceChildren()
    waiting = null
    key = { code: field('code').value.trim(), phone: field('phone').value.trim() }
    tell('正在查询……')
    try {
      const { errorCode, errorMsg, value } = await (await post(path)).json()
      if (errorCode !== '0') return tell(plainWords(errorMsg), true)
      tell('')
      show(value)
    } catch {
      tell('连不上服务器，请稍后再试', true)
    }
  })
  field('code').value = (() => {
    try {
      return JSON.parse(tabKept.get('site.code'))
    } catch {
      return ''
    }
  })()
  // whoever comes next on this device begins anew
  tabKept.set('site.code', '')
  form.hidden = false
}
