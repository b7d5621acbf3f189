// Offers hot words and titles for what is being typed into a field of the search: a list below it, which arrow keys, Enter and a press
// choose from. Without it, or without a server, the field is an ordinary one. Shows text only as text.
const pauseMs = 200
const from = 2
let silent = false
let made = 0

export function complete(input) {
  const form = input.form
  const siteRoot = new URL(form.action).pathname.replace(/\/search\.html$/, '')
  const list = document.createElement('ul')
  list.className = 'offers'
  list.id = `offers-${++made}`
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', '检索建议')
  list.hidden = true
  form.append(list)
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  }))
    input.setAttribute(name, value)

  let offers = []
  let at = -1
  let due = 0
  let asked = ''
  function mark(place) {
    at = place
    for (const [i, line] of [...list.children].entries()) line.setAttribute('aria-selected', String(i === at))
    if (at < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', list.children[at].id)
  }
  function show(found) {
    offers = found
    list.replaceChildren(
      ...found.map(({ text }, i) => {
        const line = document.createElement('li')
        line.id = `${list.id}-${i}`
        line.setAttribute('role', 'option')
        line.textContent = text
        line.title = text
        return line
      }),
    )
    list.hidden = found.length === 0
    input.setAttribute('aria-expanded', String(!list.hidden))
    mark(-1)
  }
  const close = () => {
    clearTimeout(due)
    show([])
  }
  function choose({ text, url }) {
    close()
    if (url) location.href = url.replace(/^\/site/, siteRoot)
    else {
      input.value = text
      form.requestSubmit()
    }
  }
  async function ask() {
    const words = input.value.trim()
    if (silent || [...words].length < from) return show([])
    asked = words
    try {
      const reply = await fetch(`${siteService}/x/search/suggest?${new URLSearchParams({ keyword: words })}`)
      const { errorCode, value } = await reply.json()
      // an answer that comes late is for other words
      if (asked === words && document.activeElement === input) show(errorCode === '0' ? value : [])
    } catch {
      // no server is behind these pages
      silent = true
      show([])
    }
  }
  input.addEventListener('input', () => {
    clearTimeout(due)
    due = setTimeout(ask, pauseMs)
  })
  input.addEventListener('keydown', (event) => {
    if (list.hidden || event.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by) {
      event.preventDefault()
      mark(((at + 1 + by + offers.length + 1) % (offers.length + 1)) - 1)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && at >= 0) {
      event.preventDefault()
      choose(offers[at])
    }
  })
  // a press takes the focus after it has begun, and would close the list before it ends
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => {
    const place = [...list.children].indexOf(target)
    if (place >= 0) choose(offers[place])
  })
  input.addEventListener('blur', close)
  form.addEventListener('submit', close)
}
