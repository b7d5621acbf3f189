// The reader's choice of sizes and colours, slides, font size, print, close, the counters of views and clicks, and hot words. Every page is whole without it: what needs it is hidden until it runs.
// what was chosen on the page 无障碍浏览 holds for every page; a browser that keeps nothing shows the usual look
const lookKey = 'site.look'
const look = document.documentElement.dataset
function readLook() {
  try {
    return JSON.parse(localStorage.getItem(lookKey)) ?? {}
  } catch {
    return {}
  }
}
function showLook({ text, contrast }) {
  for (const [name, value] of Object.entries({ text, contrast }))
    if (value) look[name] = value
    else delete look[name]
}
showLook(readLook())

for (const box of document.querySelectorAll('[data-settings]')) {
  const inputs = [...box.querySelectorAll('input')]
  const tick = (values) => {
    for (const input of inputs) input.checked = input.value === (values[input.name] ?? '')
  }
  const keep = (values) => {
    showLook(values)
    try {
      localStorage.setItem(lookKey, JSON.stringify(values))
    } catch {} // shown on this page alone
  }
  tick(readLook())
  box.hidden = false
  box.addEventListener('change', () =>
    keep(Object.fromEntries(inputs.filter((input) => input.checked).map((input) => [input.name, input.value]))),
  )
  box.querySelector('button').addEventListener('click', () => {
    tick({})
    keep({})
  })
}

// slides can be swiped and scrolled without this; buttons and keys come with it, and they only go by themselves where motion is welcome
const slideMs = 6000
for (const slides of document.querySelectorAll('[data-slides]')) {
  const list = slides.querySelector('ul')
  const tools = slides.querySelector('.slides-tools')
  if (!tools) continue
  const count = list.children.length
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const play = tools.querySelector('[data-slides-play]')
  const place = () => Math.round(list.scrollLeft / list.clientWidth)
  const turn = (by) => {
    const left = ((place() + by + count) % count) * list.clientWidth
    list.scrollTo({ left, behavior: still ? 'auto' : 'smooth' })
  }
  let playing = false
  let held = false
  const setPlaying = (goes) => {
    playing = goes
    play.setAttribute('aria-pressed', String(goes))
    play.textContent = goes ? '暂停' : '播放'
  }
  for (const button of tools.querySelectorAll('[data-slide]'))
    button.addEventListener('click', () => {
      setPlaying(false)
      turn(Number(button.dataset.slide))
    })
  play.addEventListener('click', () => setPlaying(!playing))
  slides.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!by) return
    event.preventDefault()
    setPlaying(false)
    turn(by)
  })
  list.addEventListener('scroll', () => {
    tools.querySelector('.slides-at').textContent = `${place() + 1} / ${count}`
  })
  // nobody's slide goes away from under the pointer or the keyboard
  for (const [type, holds] of [
    ['mouseenter', true],
    ['mouseleave', false],
    ['focusin', true],
    ['focusout', false],
  ])
    slides.addEventListener(type, () => {
      held = holds
    })
  setInterval(() => {
    if (playing && !held && !document.hidden) turn(1)
  }, slideMs)
  tools.hidden = false
  setPlaying(!still)
}

const sizes = { small: '16px', normal: '18px', large: '22px' }

function setSize(size) {
  for (const content of document.querySelectorAll('.content')) content.style.setProperty('--text-size', sizes[size])
  for (const button of document.querySelectorAll('[data-size]'))
    button.setAttribute('aria-pressed', String(button.dataset.size === size))
}

for (const tools of document.querySelectorAll('.tools')) tools.hidden = false
for (const button of document.querySelectorAll('[data-size]'))
  button.addEventListener('click', () => setSize(button.dataset.size))
/** On paper: where it was found, and when it was printed. */
function sayPrinted() {
  const two = (n) => String(n).padStart(2, '0')
  const now = new Date()
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  for (const place of document.querySelectorAll('[data-printed]'))
    place.textContent = `${decodeURI(location.href.split('#')[0])}　打印于 ${day} ${two(now.getHours())}:${two(now.getMinutes())}`
}
window.addEventListener('beforeprint', sayPrinted)

/** A table that is wider than the text is moved sideways: that is said, and arrow keys do it, too. */
function sayWide() {
  for (const frame of document.querySelectorAll('.sideways')) {
    const wide = frame.scrollWidth > frame.clientWidth + 1
    frame.previousElementSibling.hidden = !wide
    if (!wide) for (const name of ['tabindex', 'role', 'aria-label']) frame.removeAttribute(name)
    else
      for (const [name, value] of [
        ['tabindex', '0'],
        ['role', 'region'],
        ['aria-label', '表格，可左右滑动'],
      ])
        frame.setAttribute(name, value)
  }
}
for (const table of document.querySelectorAll('.content table')) {
  if (table.parentElement.closest('table')) continue
  const [frame, hint] = [document.createElement('div'), document.createElement('p')]
  frame.className = 'sideways'
  hint.className = 'sideways-hint'
  hint.textContent = '表格较宽，可左右滑动查看'
  table.replaceWith(hint, frame)
  frame.append(table)
}
sayWide()
window.addEventListener('resize', sayWide)

for (const button of document.querySelectorAll('[data-print]')) button.addEventListener('click', () => window.print())
for (const button of document.querySelectorAll('[data-close]')) {
  button.hidden = window.opener === null
  button.addEventListener('click', () => window.close())
}

const own = document.currentScript?.src
/** Where the calls are: on this origin, or where the page says. */
globalThis.siteService = document.documentElement.dataset.service ?? ''
let behind
/** Whether a server is behind these pages: it answers in place of the file that lies there, so that nobody asks in vain. */
globalThis.siteServer = () => {
  if (siteService) behind ??= Promise.resolve(true)
  behind ??= fetch(new URL('../site_search/server.json', own))
    .then((reply) => (reply.ok ? reply.json() : { server: true }))
    .then(
      ({ server }) => server === true,
      () => false,
    )
  return behind
}
const served = (work) => siteServer().then((there) => (there ? work() : undefined))

const counters = [...document.querySelectorAll('[data-hit]')]
const showHits = (counter) =>
  fetch(`${siteService}/api/article/hit?articleID=${encodeURIComponent(counter.dataset.hit)}`)
    .then((reply) => reply.json())
    .then((reply) => {
      const hits = reply.errorCode === '0' ? Number(reply.value.hits) : 0
      if (!(hits > 0)) return
      counter.textContent = hits.toLocaleString('zh-CN')
      counter.parentElement.hidden = false
    })
    .catch(() => {}) // the page is read all the same
if (counters.length > 0) served(() => counters.forEach(showHits))

// links whose clicks are counted: the link itself waits for nothing
let counts = true
if (document.querySelector('[data-click]'))
  siteServer().then((there) => {
    counts = there
  })
for (const link of document.querySelectorAll('[data-click]')) {
  const count = () =>
    counts &&
    fetch(`${siteService}/x/popula/click`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: link.dataset.click }),
      keepalive: true,
    }).catch(() => {})
  link.addEventListener('click', count)
  link.addEventListener('auxclick', (event) => event.button === 1 && count())
}

// a menu that would stand out of the page moves to the left
for (const menu of document.querySelectorAll('.nav li > ul')) {
  const place = () => {
    menu.style.left = ''
    const over = menu.getBoundingClientRect().right - document.documentElement.clientWidth + 16
    if (over > 0) menu.style.left = `${-over}px`
  }
  menu.parentElement.addEventListener('mouseenter', place)
  menu.parentElement.addEventListener('focusin', place)
}

// what can be scrolled is reached by the Tab key too
const tables = document.querySelectorAll('.content table')
function reachTables() {
  for (const table of tables)
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0
    else table.removeAttribute('tabindex')
}
addEventListener('load', reachTables)
addEventListener('resize', reachTables)

/** What does not fit the line is not there for the Tab key either. */
function oneLine(place) {
  const links = [...place.querySelectorAll('a')]
  for (const link of links) link.hidden = false
  for (const link of links) link.hidden = link.offsetTop >= place.clientHeight
}

// fields of the search: what helps with typing comes with the first focus
for (const input of document.querySelectorAll('[data-complete]'))
  input.addEventListener(
    'focus',
    () =>
      served(() => import(new URL('complete.js', own).href).then(({ complete }) => complete(input))).catch(() => {}),
    { once: true },
  )

const hotWords = 6
const hotPlaces = [...document.querySelectorAll('[data-hot]')]
const showHot = (place) =>
  fetch(`${siteService}/hot/top?size=${hotWords}`, { method: 'POST' })
    .then((reply) => reply.json())
    .then(({ errorCode, value }) => {
      if (errorCode !== '0' || value.length === 0) return
      for (const { name } of value) {
        const link = document.createElement('a')
        link.href = `${place.dataset.hot}?q=${encodeURIComponent(name)}`
        link.textContent = name
        place.append(link)
      }
      place.hidden = false
      oneLine(place)
      addEventListener('resize', () => oneLine(place))
    })
    .catch(() => {})
if (hotPlaces.length > 0) served(() => hotPlaces.forEach(showHot))
